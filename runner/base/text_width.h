#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

struct LineWidth {
  int columns = 80;  ///< of the terminal
  /// Lines must not be wider, so tables are split. False if a program reads the output.
  bool is_limit = false;
};

/// Columns on a terminal: two for a wide UTF-8 character, none for a combining one.
std::size_t display_width(std::string_view text);

std::string_view beginning(std::string_view text, std::size_t width);

/// Longer text stays as it is.
std::string pad_left(std::string_view text, std::size_t width);

/// Longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);

enum class LongWord { stays_whole, is_cut };

/// Breaks `text` between words into lines of at most `width` columns, at least one. A longer word gets a line, or is
/// cut.
std::vector<std::string> wrap(std::string_view text, std::size_t width, LongWord long_word = LongWord::stays_whole);

/// Breaks lines that are too wide and keeps their indentation.
std::string wrap_lines(std::string_view text, const LineWidth& width);

/// printable(), with newlines and tabs as spaces.
std::string one_line(std::string_view text);

/// Output of progress messages.
struct Console {
  std::ostream& out;
  bool takes_escape_codes = false;  ///< a line may be overwritten
  LineWidth width = {};

  /// Writes printable() text, broken at `width`.
  void tell(std::string_view text) const;
};

}  // namespace warpledger
