#pragma once

#include <unistd.h>  // STDOUT_FILENO, STDERR_FILENO

#include <string_view>

#include "base/text_width.h"
#include "model/table.h"

namespace warpledger {

/// For line_width(): what is written goes to a file.
inline constexpr int kFile = -1;

/// How wide lines of what is written to `descriptor` are. To a terminal no wider than it is: by its own answer, else
/// $COLUMNS, else 80. Elsewhere no wider than $COLUMNS where that is set, else without a limit, and 80 for what goes by
/// a width. Less than 10 counts as 10, more than 1000 as 1000.
LineWidth line_width(int descriptor);

/// Whether `descriptor` is a terminal that may be sent escape codes: not with $TERM dumb or unset, nor with $NO_COLOR.
bool takes_escape_codes(int descriptor);

/// A table on standard output, no wider than the terminal.
void print_table(const Table& table);

/// printable() `text` on standard output, its lines no wider than the terminal.
void print_text(std::string_view text);

/// Throws Error when standard output takes no more.
void require_output();

/// Standard error: what a person is told beside the answer.
Console messages();

}  // namespace warpledger
