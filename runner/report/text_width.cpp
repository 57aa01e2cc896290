#include "report/text_width.h"

#include <algorithm>

#include "base/text.h"

namespace warpledger {
namespace {

bool starts_code_point(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::string padding(std::string_view text, std::size_t width) {
  const std::size_t taken = display_width(text);
  return std::string(taken < width ? width - taken : 0, ' ');
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string pad_left(std::string_view text, std::size_t width) { return padding(text, width).append(text); }

std::string pad_right(std::string_view text, std::size_t width) { return std::string(text) + padding(text, width); }

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::size_t taken = 0;
  while (!(text = trim(text)).empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    const std::size_t word_width = display_width(word);
    if (taken > 0 && taken + 1 + word_width > width) {
      lines.emplace_back();
      taken = 0;
    }
    if (taken > 0) lines.back() += ' ';
    lines.back() += word;
    taken += word_width + (taken > 0 ? 1 : 0);
  }
  return lines;
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return line;
}

}  // namespace warpledger
