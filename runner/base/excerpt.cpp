#include "base/excerpt.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/text_width.h"

namespace warpledger {
namespace {

constexpr std::size_t kScreenColumns = 1500;  ///< of all lines of a text together
constexpr std::size_t kScreenLines = 24;
constexpr std::size_t kLineColumns = 120;
/// Bytes that are looked at for a number of columns: printable() makes a byte wider, and a sequence has at most four.
constexpr std::size_t kBytesPerColumn = 4;

constexpr std::string_view kLeftOut = "...";

/// `text` up to the end of its line number `lines`.
std::string_view first_lines(std::string_view text, std::size_t lines) {
  std::size_t end = text.find('\n');
  for (std::size_t line = 1; line < lines && end != std::string_view::npos; ++line) end = text.find('\n', end + 1);
  return text.substr(0, end);
}

/// The end of `text`, printable, in at most `columns` columns.
std::string end_of(std::string_view text, std::size_t columns) {
  std::size_t from = text.size() - std::min(text.size(), kBytesPerColumn * columns);
  for (int i = 0; i < 3 && from > 0 && from < text.size() && (text[from] & 0xC0) == 0x80; ++i) ++from;
  std::string shown = printable(text.substr(from));
  const std::size_t width = display_width(shown);
  if (from == 0 && width <= columns) return shown;
  const std::size_t skipped = width > columns ? beginning(shown, width - columns).size() : 0;
  return std::string(kLeftOut) + shown.substr(skipped);
}

/// The beginning of `text`, printable, in at most `columns` columns.
std::string beginning_of(std::string_view text, std::size_t columns) {
  std::string shown = printable(text.substr(0, kBytesPerColumn * columns));
  const std::string_view kept = beginning(shown, columns);
  if (kept.size() == shown.size() && text.size() <= kBytesPerColumn * columns) return shown;
  return std::string(kept) + std::string(kLeftOut);
}

/// Blanks as wide as `text`, with its tabs, whose width only the terminal knows.
std::string blanks(std::string_view text) {
  std::string blank;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t tab = std::min(text.find('\t', i), text.size());
    blank.append(display_width(text.substr(i, tab - i)), ' ');
    if (tab < text.size()) blank += '\t';
    i = tab + 1;
  }
  return blank;
}

}  // namespace

std::string clipped(std::string_view text) {
  constexpr std::size_t kMostBytes = kBytesPerColumn * kScreenColumns;
  std::string shown = printable(text.substr(0, kMostBytes));
  const std::string_view kept = beginning(first_lines(shown, kScreenLines), kScreenColumns);
  return kept.size() == shown.size() && text.size() <= kMostBytes ? shown : fmt::format("{} [...]", kept);
}

std::string excerpt(std::string_view line, std::size_t column) {
  if (line.empty()) return {};
  // A place that another process sent may lie anywhere; one that a text ends too early at is just past its end.
  if (column == 0 || column > line.size() + 1) return "\n  " + beginning_of(line, kLineColumns);
  const std::string_view behind = line.substr(column - 1);
  const std::size_t behind_columns = std::min(display_width(behind.substr(0, kLineColumns)), kLineColumns / 2);
  const std::string before = end_of(line.substr(0, column - 1), kLineColumns - behind_columns);
  const std::size_t used = std::min(display_width(before), kLineColumns);
  return fmt::format("\n  {}{}\n  {}^", before, beginning_of(behind, kLineColumns - used), blanks(before));
}

}  // namespace warpledger
