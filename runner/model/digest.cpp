#include "model/digest.h"

#include <sha2.h>
#include <sys/types.h>

#include <array>

namespace warpledger {
namespace {

/// Feeds a length before each text so that no two lists of texts run together to the same bytes.
void add(SHA2_CTX& context, std::string_view text) {
  const std::string length = std::to_string(text.size()) + ":";
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(length.data()), length.size());
  SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> hex{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), hex.data());
  return hex.data();
}

std::string digest_of(const Program& program) {
  SHA2_CTX context;
  SHA256Init(&context);
  add(context, program.main.text);
  for (const SourceFile& header : program.headers) {
    add(context, header.name);
    add(context, header.text);
  }
  std::array<char, SHA256_DIGEST_STRING_LENGTH> hex{};
  return SHA256End(&context, hex.data());
}

}  // namespace warpledger
