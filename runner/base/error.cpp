#include "base/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "base/text_width.h"

namespace warpledger {
namespace {

std::string location(const Place& place) {
  std::string text = clipped(place.file);
  if (place.line > 0) text += ":" + std::to_string(place.line);
  if (place.line > 0 && place.column > 0) text += ":" + std::to_string(place.column);
  return text.empty() ? text : text + ": ";
}

/// Orders by column only within a known line; errors without a line keep their order.
bool stands_before(const Error& a, const Error& b) {
  const auto rank = [](const Place& place) {
    return std::make_tuple(std::string_view(place.file), place.line, place.line > 0 ? place.column : 0);
  };
  return rank(a.where()) < rank(b.where());
}

constexpr std::size_t kScreenColumns = 1500;  ///< over all lines
constexpr std::size_t kScreenLines = 24;
constexpr std::size_t kLineColumns = 120;
/// Bytes to read per column: printable() only widens, and a UTF-8 sequence has at most four bytes.
constexpr std::size_t kBytesPerColumn = 4;

constexpr std::string_view kLeftOut = "...";

std::string_view first_lines(std::string_view text, std::size_t lines) {
  std::size_t end = text.find('\n');
  for (std::size_t line = 1; line < lines && end != std::string_view::npos; ++line) end = text.find('\n', end + 1);
  return text.substr(0, end);
}

std::string end_of(std::string_view text, std::size_t columns) {
  std::size_t from = text.size() - std::min(text.size(), kBytesPerColumn * columns);
  for (int i = 0; i < 3 && from > 0 && from < text.size() && (text[from] & 0xC0) == 0x80; ++i) ++from;
  std::string shown = printable(text.substr(from));
  const std::size_t width = display_width(shown);
  if (from == 0 && width <= columns) return shown;
  const std::size_t skipped = width > columns ? beginning(shown, width - columns).size() : 0;
  return std::string(kLeftOut) + shown.substr(skipped);
}

std::string beginning_of(std::string_view text, std::size_t columns) {
  std::string shown = printable(text.substr(0, kBytesPerColumn * columns));
  const std::string_view kept = beginning(shown, columns);
  if (kept.size() == shown.size() && text.size() <= kBytesPerColumn * columns) return shown;
  return std::string(kept) + std::string(kLeftOut);
}

/// Tabs stay, because only the terminal knows their width.
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

Error::Error(std::string what, std::string hint) : Error(Place{}, std::move(what), std::move(hint)) {}

Error::Error(Place where, std::string what, std::string hint)
    : where_(std::move(where)), problem_(std::move(what)), hint_(std::move(hint)) {
  message_ = location(where_) + clipped(problem_) + excerpt(where_.line_text, where_.column);
  if (!hint_.empty()) message_ += "\nhint: " + clipped(hint_);
}

Error::Error(const std::vector<Error>& several) : Error(several.front()) {
  if (several.size() == 1) return;
  several_ = several;
  for (std::size_t i = 1; i < several.size() && i < kMostTold; ++i) message_ += std::string("\n\n") + several[i].what();
  if (several.size() > kMostTold) message_ += "\n\nand " + std::to_string(several.size() - kMostTold) + " more";
}

std::vector<Error> Error::each() const { return several_.empty() ? std::vector<Error>{*this} : several_; }

void ErrorList::add(const Error& error) {
  for (const Error& one : error.each()) {
    ++found_;
    if (told_.insert(std::hash<std::string_view>()(one.what())).second) errors_.push_back(one);
  }
}

std::vector<Error> ErrorList::in_order() const {
  std::vector<Error> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), stands_before);
  return sorted;
}

void ErrorList::raise() const {
  if (!errors_.empty()) throw Error(in_order());
}

std::string clipped(std::string_view text) {
  constexpr std::size_t kMostBytes = kBytesPerColumn * kScreenColumns;
  std::string shown = printable(text.substr(0, kMostBytes));
  const std::string_view kept = beginning(first_lines(shown, kScreenLines), kScreenColumns);
  return kept.size() == shown.size() && text.size() <= kMostBytes ? shown : fmt::format("{} [...]", kept);
}

std::string excerpt(std::string_view line, std::size_t column) {
  if (line.empty()) return {};
  // Places from other processes may be anywhere. An unexpected end is reported one column past the line.
  if (column == 0 || column > line.size() + 1) return "\n  " + beginning_of(line, kLineColumns);
  const std::string_view behind = line.substr(column - 1);
  const std::size_t behind_columns = std::min(display_width(behind.substr(0, kLineColumns)), kLineColumns / 2);
  const std::string before = end_of(line.substr(0, column - 1), kLineColumns - behind_columns);
  const std::size_t used = std::min(display_width(before), kLineColumns);
  return fmt::format("\n  {}{}\n  {}^", before, beginning_of(behind, kLineColumns - used), blanks(before));
}

}  // namespace warpledger
