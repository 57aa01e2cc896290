#include "base/text_width.h"

#include <algorithm>
#include <clocale>
#include <cwchar>

#include "base/text.h"

namespace warpledger {
namespace {

/// wcwidth() needs a UTF-8 locale.
class Utf8Locale {
 public:
  Utf8Locale() : before_(uselocale(utf8())) {}
  ~Utf8Locale() { uselocale(before_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  /// Null if the machine has no such locale; uselocale() then changes nothing.
  static locale_t utf8() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
  }

  locale_t before_;
};

/// Returns the first byte if it is invalid.
std::string_view first_character(std::string_view text) {
  return text.substr(0, std::max<std::size_t>(1, utf8_length(text, 0)));
}

/// Returns the character's width, or 1 if the C library does not know it.
std::size_t character_width(std::string_view character) {
  if (character.size() == 1) return 1;
  const Utf8Locale locale;
  const int width = wcwidth(static_cast<wchar_t>(code_point_of(character)));
  return width < 0 ? 1 : static_cast<std::size_t>(width);
}

std::string padding(std::string_view text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return std::string(taken < width ? width - taken : 0, ' ');
}

class Lines {
 public:
  Lines(std::size_t width, LongWord long_word) : width_(width), long_word_(long_word) {}

  /// Puts `gap` spaces before the word unless it begins a line.
  void add(std::string_view word, std::size_t gap) {
    const std::size_t word_width = display_width(word);
    if (taken_ > 0 && taken_ + gap + word_width > width_) begin_line();
    if (taken_ > 0) append(std::string(gap, ' '), gap);
    if (word_width <= width_ || long_word_ == LongWord::stays_whole) return append(word, word_width);
    while (!word.empty()) {
      std::string_view piece = beginning(word, width_);
      if (piece.empty()) piece = first_character(word);  // a wide character, but only one column
      if (taken_ > 0) begin_line();
      append(piece, display_width(piece));
      word.remove_prefix(piece.size());
    }
  }

  std::vector<std::string> finished() { return std::move(lines_); }

 private:
  void begin_line() {
    lines_.emplace_back();
    taken_ = 0;
  }

  void append(std::string_view text, std::size_t width) {
    lines_.back() += text;
    taken_ += width;
  }

  std::size_t width_;
  LongWord long_word_;
  std::size_t taken_ = 0;  ///< in the last line
  std::vector<std::string> lines_ = {""};
};

/// Breaks one line for wrap_lines(). Gaps between words stay.
std::string wrapped_line(std::string_view line, std::size_t width) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), width / 2);
  Lines parts(width - indent, LongWord::is_cut);
  for (std::size_t end = 0, begin = 0; (begin = line.find_first_not_of(' ', end)) != std::string_view::npos;) {
    const std::size_t gap = begin - end;
    end = std::min(line.find(' ', begin), line.size());
    parts.add(line.substr(begin, end - begin), gap);
  }
  std::string text;
  for (const std::string& part : parts.finished()) text += (text.empty() ? "" : "\n") + std::string(indent, ' ') + part;
  return text;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const std::string_view character = first_character(text);
    width += character_width(character);
    text.remove_prefix(character.size());
  }
  return width;
}

std::string_view beginning(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  for (std::size_t taken = 0; end < text.size();) {
    const std::string_view character = first_character(text.substr(end));
    taken += character_width(character);
    if (taken > width) break;
    end += character.size();
  }
  return text.substr(0, end);
}

std::string pad_left(std::string_view text, std::size_t width) { return padding(text, width).append(text); }

std::string pad_right(std::string_view text, std::size_t width) { return std::string(text) + padding(text, width); }

std::vector<std::string> wrap(std::string_view text, std::size_t width, LongWord long_word) {
  Lines lines(width, long_word);
  while (!(text = trim(text)).empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    lines.add(word, 1);
    text.remove_prefix(word.size());
  }
  return lines.finished();
}

std::string wrap_lines(std::string_view text, const LineWidth& width) {
  const auto columns = static_cast<std::size_t>(std::max(width.columns, 1));
  if (!width.is_limit) return std::string(text);
  std::string wrapped;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    wrapped += display_width(line) > columns ? wrapped_line(line, columns) : std::string(line);
    text.remove_prefix(line.size());
    if (text.empty()) break;
    wrapped += '\n';
    text.remove_prefix(1);
  }
  return wrapped;
}

std::string one_line(std::string_view text) {
  std::string line = printable(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

void Console::tell(std::string_view text) const { out << wrap_lines(printable(text), width) << std::flush; }

}  // namespace warpledger
