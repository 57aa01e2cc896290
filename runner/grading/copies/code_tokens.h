#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpledger {

/// A token, reduced to what is costly to change.
struct CodeToken {
  std::uint32_t kind = 0;  ///< equal for tokens that are alike()
  std::uint32_t line = 0;  ///< from 1
};

/// Kind of the token after a file, which is never alike() another.
inline constexpr std::uint32_t kEndOfFile = 0xffffffff;

/// True if two tokens compare equal.
inline bool alike(const CodeToken& a, const CodeToken& b) { return a.kind == b.kind && a.kind != kEndOfFile; }

/// Returns the first `most` tokens of a C++ or CUDA text, without what is cheap to change: comments, layout, braces,
/// includes, pragmas, and words such as const. All names are one kind; so are all numbers, literals and integer types.
///
/// Accepts any bytes; linear in time and memory.
std::vector<CodeToken> code_tokens(std::string_view text, std::size_t most);

}  // namespace warpledger
