#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// In lower-case hex.
std::string sha256(std::string_view bytes);

/// Returns the first 64 bits of the SHA-256 of a list of texts. {"ab", "c"} and {"a", "bc"} differ.
std::uint64_t digest64(std::span<const std::string_view> texts);

/// Returns the SHA-256 of a program. The main file's name does not count.
std::string digest_of(const Program& program);

std::string compilation_key(const Program& program, const std::vector<std::string>& functions);

}  // namespace warpledger
