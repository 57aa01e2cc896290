#include "model/base64.h"

#include <nettle/base64.h>

#include <cstdint>

namespace warpledger {

std::string base64_encoded(std::string_view bytes) {
  constexpr std::size_t kLineBytes = 57;  // 76 characters
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += kLineBytes) {
    const std::string_view line = bytes.substr(at, kLineBytes);
    std::string characters(BASE64_ENCODE_RAW_LENGTH(line.size()), '\0');
    base64_encode_raw(characters.data(), line.size(), reinterpret_cast<const std::uint8_t*>(line.data()));
    text += characters + "\n";
  }
  return text;
}

std::string base64_decoded(std::string_view text) {
  base64_decode_ctx context;
  base64_decode_init(&context);
  std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
  std::size_t size = bytes.size();
  const bool is_sound = base64_decode_update(&context, &size, reinterpret_cast<std::uint8_t*>(bytes.data()),
                                             text.size(), text.data()) == 1 &&
                        base64_decode_final(&context) == 1;
  bytes.resize(is_sound ? size : 0);
  return bytes;
}

}  // namespace warpledger
