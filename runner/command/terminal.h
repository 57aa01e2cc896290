#pragma once

#include <unistd.h>  // STDOUT_FILENO, STDERR_FILENO

#include "base/text_width.h"

namespace warpledger {

/// For line_width(): what is written goes to a file.
inline constexpr int kFile = -1;

/// How wide lines of what is written to `descriptor` are. To a terminal no wider than it is: by its own answer, else
/// $COLUMNS, else 80. Elsewhere no wider than $COLUMNS where that is set, else without a limit, and 80 for what goes by
/// a width. Less than 10 counts as 10, more than 1000 as 1000.
LineWidth line_width(int descriptor);

/// Whether `descriptor` is a terminal that may be sent escape codes: not with $TERM dumb or unset, nor with $NO_COLOR.
bool takes_escape_codes(int descriptor);

}  // namespace warpledger
