#pragma once

#include <cstddef>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Puts blanks in place of comments, as far as every compiler finds the same comments; answers how many lines that are.
/// It ends at what compilers read in different ways: a piece that goes on behind a backslash with blanks after it, a
/// raw string of joined lines, without a plain delimiter, or of several lines in a directive or behind an #if, a name
/// in <> with a quote or the beginning of a comment, a ' or the prefix of a raw string that may be within a number or a
/// name, or behind one (0x1.'a, $8'0, $R"(a)"), and a comment that a directive leaves open before its name or behind
/// #error, #warning or #pragma.
std::size_t blank_comments(std::vector<JoinedLine>& lines);

}  // namespace warpledger
