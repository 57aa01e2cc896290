#pragma once

#include <cstddef>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Replaces comments by blanks as long as all compilers agree on what a comment is. Returns the number of lines
/// processed. It stops at text that compilers read differently:
/// - a token continued after a backslash that is followed by blanks
/// - a raw string that contains joined lines, has an unusual delimiter, or spans lines in a directive or after an #if
/// - an #include name in <> with a quote or the start of a comment
/// - a ' or raw string prefix that may be part of a number or name, or follow one (0x1.'a, $8'0, $R"(a)")
/// - a comment that leaves a directive open before its name or after #error, #warning or #pragma
std::size_t blank_comments(std::vector<JoinedLine>& lines);

}  // namespace warpledger
