#pragma once

#include <array>
#include <string>
#include <string_view>

namespace warpledger {

/// Ways to disguise a copy, for tests and benchmarks. Each includes the previous one.
enum class Disguise {
  relaid,     ///< other comments, line breaks and indentation
  renamed,    ///< all names except those of the language and CUDA
  reordered,  ///< definitions, and declarations that are independent
  padded,     ///< a useless statement after every sixth
};

inline constexpr std::array<std::string_view, 4> kDisguiseNames = {"relaid", "renamed", "reordered", "padded"};

/// Returns a disguised copy of `text`, C++ or CUDA; deterministic for a seed.
std::string disguised(const std::string& text, Disguise disguise, unsigned seed);

}  // namespace warpledger
