#pragma once

#include <unistd.h>  // STDOUT_FILENO, STDERR_FILENO

#include <string_view>

#include "base/text_width.h"
#include "model/table.h"

namespace warpledger {

/// For line_width(): output to a file.
inline constexpr int kFile = -1;

/// Returns a width of 10 to 1000 columns. A terminal's width is what it reports, else $COLUMNS, else 80. Other output
/// has a limit only if $COLUMNS is set.
LineWidth line_width(int descriptor);

/// True for a terminal, with $TERM set and not dumb, and without $NO_COLOR.
bool takes_escape_codes(int descriptor);

/// Prints to standard output, at most as wide as the terminal.
void print_table(const Table& table);

/// Wraps printable() `text` at the terminal's width.
void print_text(std::string_view text);

/// Throws Error if standard output is not writable.
void require_output();

/// Returns a console on standard error.
Console messages();

}  // namespace warpledger
