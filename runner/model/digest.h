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

/// Returns the first 64 bits of the SHA-256 of a list; {"ab", "c"} and {"a", "bc"} differ.
std::uint64_t digest64(std::span<const std::string_view> texts);

/// Returns a SHA-256 to which the main file's name does not contribute.
std::string digest_of(const Program& program);

std::string compilation_key(const Program& program, const std::vector<std::string>& functions);

}  // namespace warpledger
