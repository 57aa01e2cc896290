#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/program.h"

namespace warpledger {

/// SHA-256 in lower-case hex.
std::string sha256(std::string_view bytes);

/// The first 64 bits of the SHA-256 of a list of texts; lists that differ only in where a text ends differ.
std::uint64_t digest64(std::span<const std::string_view> texts);

/// The SHA-256 of a program's text and of all its headers' names and texts; the main file's name does not count.
std::string digest_of(const Program& program);

/// What tells one Compilation from another.
std::string compilation_key(const Program& program, const std::vector<std::string>& functions);

}  // namespace warpledger
