#pragma once

#include <string>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Refuses, in the lines of `file`, assembler text that could make an assembler open a file: `asm` whose template is
/// not made of plain string literals, or has .incbin or .include. In a #define a template may have a parameter, as
/// `#how`, where it cannot be a directive of the assembler. The first `certain` lines are without comments
/// (blank_comments); there the word asm in a string is none. Throws Error with the file and line.
void check_asm(const std::string& file, const std::vector<JoinedLine>& lines, std::size_t certain);

}  // namespace warpledger
