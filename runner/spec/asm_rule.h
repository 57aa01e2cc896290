#pragma once

#include <string>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Throws Error for `asm` that could open a file: .incbin, .include, or a template that is more than plain string
/// literals. In a #define, a parameter (`#how`) is allowed where no directive can start. The first `certain` lines have
/// no comments (blank_comments), and "asm" in their strings is ignored.
void check_asm(const std::string& file, const std::vector<JoinedLine>& lines, std::size_t certain);

}  // namespace warpledger
