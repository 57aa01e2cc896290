#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace warpledger {

/// `text` as a terminal may show it, and of a longer one as much as fits a screen, with " [...]" behind it: what a
/// message quotes may be megabytes, or binary.
std::string clipped(std::string_view text);

/// A line, indented by two, and below it a caret under `column`, which counts bytes from 1; of a long line the part
/// around the column. Without a caret when the column is 0 or lies behind the line's end. Two lines, or one, each with
/// a newline before it; nothing for an empty line.
std::string excerpt(std::string_view line, std::size_t column);

}  // namespace warpledger
