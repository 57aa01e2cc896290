#pragma once

#include <string>
#include <vector>

#include "base/cpp_text.h"

namespace warpledger {

/// Refuses, in the lines of `file`, assembler text that could make an assembler open a file: `asm` whose template is
/// not made of plain string literals, or has .incbin or .include. Throws Error with the file and line.
void check_asm(const std::string& file, const std::vector<JoinedLine>& lines);

}  // namespace warpledger
