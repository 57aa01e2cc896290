#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// Columns that UTF-8 text takes on a terminal: one a code point ("θ" and "µ" take one).
std::size_t display_width(std::string_view text);

/// `text` with spaces before it up to `width` columns; longer text stays as it is.
std::string pad_left(std::string_view text, std::size_t width);

/// `text` with spaces after it up to `width` columns; longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);

/// `text` broken between words into lines of at most `width` columns; a longer word gets a line of its own. At least
/// one line.
std::vector<std::string> wrap(std::string_view text, std::size_t width);

/// `text` with every control character turned into a space, so that it stays on its line and does nothing to a
/// terminal.
std::string one_line(std::string_view text);

}  // namespace warpledger
