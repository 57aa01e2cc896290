#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpledger {

/// A piece of code as far as who wrote it could not cheaply have changed it.
struct CodeToken {
  std::uint32_t kind = 0;  ///< equal for pieces that are to be taken for the same
  std::uint32_t line = 0;  ///< where it stands, from 1
};

/// The kind of a piece that is like no other one, and not like itself elsewhere.
inline constexpr std::uint32_t kEndOfFile = 0xffffffff;

/// Whether two pieces are to be taken for the same.
inline bool alike(const CodeToken& a, const CodeToken& b) { return a.kind == b.kind && a.kind != kEndOfFile; }

/// The pieces of a C++ or CUDA text, at most `most` of them. What costs nothing to change is not in them: comments,
/// layout, braces, includes and pragmas, and words such as const and static. All names are one kind, and so are all
/// numbers, all literals, and all types of whole numbers. Words of the language and names that CUDA gives stay.
///
/// Any bytes are a text; time and memory are linear in it.
std::vector<CodeToken> code_tokens(std::string_view text, std::size_t most);

}  // namespace warpledger
