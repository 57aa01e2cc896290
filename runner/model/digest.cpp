#include "model/digest.h"

#include <nettle/base16.h>
#include <nettle/sha2.h>

#include <array>

#include "base/text.h"

namespace warpledger {
namespace {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, SHA256_DIGEST_SIZE>;

  Sha256() { sha256_init(&context_); }

  void add(std::string_view bytes) {
    sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  }

  /// The length tells lists of texts with the same bytes apart.
  void add_text(std::string_view text) {
    add(std::to_string(text.size()) + ":");
    add(text);
  }

  Digest end() {
    Digest digest{};
    sha256_digest(&context_, digest.size(), digest.data());
    return digest;
  }

 private:
  sha256_ctx context_{};
};

std::string hex_of(const Sha256::Digest& digest) {
  std::string hex(BASE16_ENCODE_LENGTH(SHA256_DIGEST_SIZE), '\0');
  base16_encode_update(hex.data(), digest.size(), digest.data());
  return hex;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hex_of(hash.end());
}

std::uint64_t digest64(std::span<const std::string_view> texts) {
  Sha256 hash;
  for (const std::string_view text : texts) hash.add_text(text);
  const Sha256::Digest digest = hash.end();
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < sizeof first; ++i) first = first << 8 | digest[i];
  return first;
}

std::string digest_of(const Program& program) {
  Sha256 hash;
  hash.add_text(program.main.text);
  const auto add = [&](const SourceFile& file) {
    hash.add_text(file.name);
    hash.add_text(file.text);
  };
  for (const SourceFile& header : program.headers) add(header);
  if (!program.options.empty()) add(options_file(program));
  return hex_of(hash.end());
}

std::string compilation_key(const Program& program, const std::vector<std::string>& functions) {
  return digest_of(program) + join(functions, "\n");
}

}  // namespace warpledger
