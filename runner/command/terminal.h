#pragma once

#include <unistd.h>  // STDOUT_FILENO, STDERR_FILENO

#include <string_view>

#include "base/text_width.h"
#include "model/table.h"

namespace warpledger {

/// Argument of line_width() for output to a file.
inline constexpr int kFile = -1;

/// Line width of output to `descriptor`, clamped to 10 to 1000 columns. A terminal's width is what it reports, else
/// $COLUMNS, else 80. Other output is limited only by $COLUMNS; without it, layouts that need a width use 80.
LineWidth line_width(int descriptor);

/// True if `descriptor` is a terminal that may receive escape codes: $TERM is set and not dumb, and $NO_COLOR is unset.
bool takes_escape_codes(int descriptor);

/// Prints a table to standard output, as wide as the terminal at most.
void print_table(const Table& table);

/// Prints printable() `text` to standard output, wrapped at the terminal's width.
void print_text(std::string_view text);

/// Throws Error if standard output cannot be written.
void require_output();

/// Messages to a person, on standard error.
Console messages();

}  // namespace warpledger
