#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// How wide lines of text are.
struct LineWidth {
  int columns = 80;  ///< of the terminal: what bars and wrapped text go by
  /// No line is wider: tables are split and lines broken. Otherwise lines stay whole, for a program that reads them.
  bool is_limit = false;
};

/// Columns that UTF-8 text takes on a terminal: two for a wide character, none for a combining one.
std::size_t display_width(std::string_view text);

/// The longest beginning of `text` that takes at most `width` columns.
std::string_view beginning(std::string_view text, std::size_t width);

/// `text` with spaces before it up to `width` columns; longer text stays as it is.
std::string pad_left(std::string_view text, std::size_t width);

/// `text` with spaces after it up to `width` columns; longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);

/// What becomes of a word that is longer than a line.
enum class LongWord { stays_whole, is_cut };

/// `text` broken between words into lines of at most `width` columns; a longer word gets its own line, or several.
/// At least one line.
std::vector<std::string> wrap(std::string_view text, std::size_t width, LongWord long_word = LongWord::stays_whole);

/// `text` with every line broken that is wider than `width` allows, as far in as the line begins.
std::string wrap_lines(std::string_view text, const LineWidth& width);

/// printable() `text` on one line: newlines and tabs become spaces.
std::string one_line(std::string_view text);

/// Where a person is told how work is going: a terminal, or a log.
struct Console {
  std::ostream& out;
  bool takes_escape_codes = false;  ///< a line may be written over
  LineWidth width = {};

  /// printable() `text`, its lines no wider than `width`.
  void tell(std::string_view text) const;
};

}  // namespace warpledger
