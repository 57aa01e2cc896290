#pragma once

#include <string>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Throws Error for `asm` that could open a file: .incbin, .include, or a template that is more than plain string
/// literals. In a #define it may contain a parameter (`#how`) where no directive can start. The first `certain` lines
/// are free of comments (blank_comments); in them, "asm" within a string is ignored.
void check_asm(const std::string& file, const std::vector<JoinedLine>& lines, std::size_t certain);

}  // namespace warpledger
