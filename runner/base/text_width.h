#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

struct LineWidth {
  int columns = 80;  ///< of the terminal, for bars and wrapped text
  /// Lines must not be wider, so tables are split. False if a program reads the output.
  bool is_limit = false;
};

/// Returns the terminal columns of UTF-8 text: two for a wide character, none for a combining one.
std::size_t display_width(std::string_view text);

/// Returns the longest prefix of at most `width` columns.
std::string_view beginning(std::string_view text, std::size_t width);

/// Pads with spaces on the left; longer text stays as it is.
std::string pad_left(std::string_view text, std::size_t width);

/// Pads with spaces on the right; longer text stays as it is.
std::string pad_right(std::string_view text, std::size_t width);

/// Handling of words longer than a line.
enum class LongWord { stays_whole, is_cut };

/// Breaks `text` between words into lines of at most `width` columns, at least one. A longer word gets a line, or is
/// cut.
std::vector<std::string> wrap(std::string_view text, std::size_t width, LongWord long_word = LongWord::stays_whole);

/// Breaks lines that are too wide and keeps their indentation.
std::string wrap_lines(std::string_view text, const LineWidth& width);

/// Returns printable() text with newlines and tabs as spaces.
std::string one_line(std::string_view text);

/// Output for progress messages: a terminal, or a log.
struct Console {
  std::ostream& out;
  bool takes_escape_codes = false;  ///< a line may be overwritten
  LineWidth width = {};

  /// Writes printable() text, broken at `width`.
  void tell(std::string_view text) const;
};

}  // namespace warpledger
