#pragma once

#include <array>
#include <string>
#include <string_view>

namespace warpledger {

/// How a copy is made to look like work of its own, for tests and benchmarks.
enum class Disguise {
  relaid,     ///< other comments, other line breaks and indents
  renamed,    ///< every name that is not the language's or CUDA's is another; and relaid
  reordered,  ///< definitions in another order, and so declarations that do not need each other; and
              ///< renamed
  padded,     ///< a useless statement behind every sixth; and reordered
};

inline constexpr std::array<std::string_view, 4> kDisguiseNames = {"relaid", "renamed", "reordered", "padded"};

/// `text`, C++ or CUDA, in disguise. The same seed gives the same text.
std::string disguised(const std::string& text, Disguise disguise, unsigned seed);

}  // namespace warpledger
