#include <algorithm>
#include <set>
#include <string_view>

#include "base/text.h"
#include "report/draw.h"
#include "report/fit_columns.h"
#include "report/text_table.h"

namespace warpledger {
namespace {

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  for (const std::string& word : wrap(text, 0)) longest = std::max(longest, display_width(word));
  return longest;
}

/// The narrowest that a column of text may become: its words stay whole as long as they leave half of a line.
std::size_t least_of_text(const Sheet& sheet, const Selection& selection, std::size_t column, std::size_t width) {
  const std::size_t cells = sheet.columns[column].cell_width;
  if (cells <= kNarrowestText) return cells;
  std::size_t longest = kNarrowestText;
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row)
    longest = std::max(longest, longest_word(sheet.rows[row][column]));
  return std::min(longest, std::max(kNarrowestText, width / 2));
}

/// Numbers stay whole, bars as long as their heading; text may be folded, and headings between words.
ColumnNeeds needs_of(const Sheet& sheet, const Selection& selection, std::size_t i, std::size_t width) {
  const Column& column = sheet.columns[i];
  if (column.bar) return {column.width, std::max(kShortestBar, display_width(trim(column.heading)))};
  const std::size_t cells = column.numeric ? column.cell_width : least_of_text(sheet, selection, i, width);
  return {column.width, std::max(longest_word(column.heading), cells)};
}

/// The columns of a group belong together and have room for the words of its heading.
void join_groups(const Sheet& sheet, const Selection& selection, std::vector<ColumnNeeds>& needs) {
  const auto group = [&](std::size_t i) -> const std::string& { return sheet.columns[selection.columns[i]].group; };
  for (std::size_t first = 0, end = 0; first < needs.size(); first = end) {
    std::size_t natural = needs[first].natural, least = needs[first].least;
    for (end = first + 1; end < needs.size() && !group(first).empty() && group(end) == group(first); ++end) {
      needs[end].joined = true;
      natural += 1 + needs[end].natural;
      least += 1 + needs[end].least;
    }
    ColumnNeeds& last = needs[end - 1];
    last.natural += std::max(natural, display_width(group(first))) - natural;
    last.least += std::max(least, longest_word(group(first))) - least;
  }
}

bool tell_rows_apart(const Sheet& sheet, const Selection& selection, std::size_t keys) {
  std::set<std::vector<std::string_view>> seen;
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    std::vector<std::string_view> key;
    for (std::size_t i = 0; i < keys; ++i) key.emplace_back(sheet.rows[row][selection.columns[i]]);
    if (!seen.insert(std::move(key)).second) return false;
  }
  return true;
}

/// The fewest leading columns that tell all rows apart; the first one where these take more than half of a line.
std::size_t key_columns(const Sheet& sheet, const Selection& selection, const std::vector<ColumnNeeds>& needs,
                        std::size_t width) {
  std::size_t taken = 0;
  for (std::size_t keys = 1; keys < needs.size(); ++keys) {
    taken += needs[keys - 1].least + 1;
    if (taken > width / 2) break;
    if (tell_rows_apart(sheet, selection, keys)) return keys;
  }
  return 1;
}

}  // namespace

std::string draw_text(const Sheet& sheet, const Selection& selection, const LineWidth& width) {
  std::vector<std::size_t> natural;
  for (const std::size_t i : selection.columns) natural.push_back(sheet.columns[i].width);
  if (!width.is_limit) return TextTable(sheet, selection, natural, width).drawn();
  std::vector<ColumnNeeds> needs;
  for (const std::size_t i : selection.columns) needs.push_back(needs_of(sheet, selection, i, usable(width)));
  join_groups(sheet, selection, needs);
  std::string text;
  for (ColumnBlock& block : fit_columns(needs, key_columns(sheet, selection, needs, usable(width)), usable(width))) {
    Selection part{.first_row = selection.first_row, .end_row = selection.end_row};
    for (const std::size_t i : block.columns) part.columns.push_back(selection.columns[i]);
    text += text.empty() ? "" : "\n";
    text += TextTable(sheet, std::move(part), std::move(block.widths), width).drawn();
  }
  return text;
}

}  // namespace warpledger
