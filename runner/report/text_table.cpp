#include "report/text_table.h"

#include <algorithm>
#include <string_view>
#include <variant>

#include "report/cell.h"

namespace warpledger {
namespace {

using Lines = std::vector<std::string>;

/// A longer cell shifts only the rest of its row.
constexpr std::size_t kWidestPadding = 1000;

std::size_t rest_of_line(const LineWidth& width, std::size_t used, std::size_t at_least) {
  return std::max(usable(width) > used ? usable(width) - used : 0, at_least);
}

/// The cell may begin with a mark.
std::string bar_of(const std::string& cell, std::size_t length) {
  const std::size_t start = std::min(cell.find(kCellMark), cell.size());
  const DecodedCell decoded = decode(cell.substr(start));
  const Bar* bar = std::get_if<Bar>(&decoded);
  return bar == nullptr ? cell : cell.substr(0, start) + draw_bar(*bar, length - std::min(length, start));
}

Lines folded(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return {text};
  return wrap(text, width, LongWord::is_cut);
}

void append_line(std::string& text, const std::string& line) {
  text.append(line, 0, line.find_last_not_of(' ') + 1);
  text += '\n';
}

/// Bottom-aligns lines.
Lines lowered(Lines lines, std::size_t height) {
  lines.insert(lines.begin(), height - lines.size(), std::string());
  return lines;
}

}  // namespace

std::size_t usable(const LineWidth& width) {
  return width.columns > 0 ? static_cast<std::size_t>(width.columns) - 1 : 0;
}

TextTable::TextTable(const Sheet& sheet, Selection selection, std::vector<std::size_t> widths, const LineWidth& width)
    : sheet_(sheet), selection_(std::move(selection)), width_(width), widths_(std::move(widths)) {
  find_groups();
  widen_for_groups();
  if (count() > 0) fit_last_column();
}

std::size_t TextTable::width_of(const GroupSpan& span) const {
  std::size_t width = span.end - span.first - 1;
  for (std::size_t i = span.first; i < span.end; ++i) width += widths_[i];
  return width;
}

void TextTable::find_groups() {
  for (std::size_t i = 0; i < count(); ++i) {
    if (i > 0 && column(i).group == column(i - 1).group)
      ++groups_.back().end;
    else
      groups_.push_back({i, i + 1});
  }
}

/// Folds headings without room if lines have a limit.
void TextTable::widen_for_groups() {
  for (const GroupSpan& span : groups_) {
    const std::size_t needed = display_width(column(span.first).group);
    const std::size_t have = width_of(span);
    if (have >= needed) continue;
    const std::size_t used = width_of({0, count()});
    const std::size_t room = usable(width_) > used ? usable(width_) - used : 0;
    widths_[span.end - 1] += width_.is_limit ? std::min(needed - have, room) : needed - have;
  }
}

void TextTable::fit_last_column() {
  const std::size_t used = width_of({0, count()}) - widths_.back();
  if (column(count() - 1).bar)
    widths_.back() = rest_of_line(width_, used, width_.is_limit ? 1 : kShortestBar);
  else if (wraps(count() - 1) && !width_.is_limit)
    widths_.back() = std::min(widths_.back(), rest_of_line(width_, used, kNarrowestText));
}

Lines TextTable::group_lines(const GroupSpan& span) const {
  const std::string& group = column(span.first).group;
  const std::size_t width = width_of(span);
  Lines lines = folded(group, width);
  for (std::string& line : lines) {
    const std::size_t fill = width - std::min(width, display_width(line));
    const char filler = group.empty() ? ' ' : '-';
    line.insert(0, fill / 2, filler);
    line.append(fill - fill / 2, filler);
  }
  return lines;
}

Lines TextTable::heading_lines(std::size_t i) const {
  Lines lines = width_.is_limit ? folded(column(i).heading, widths_[i]) : Lines{column(i).heading};
  if (column(i).bar) lines.back() += std::string(widths_[i] - std::min(widths_[i], display_width(lines.back())), '=');
  return lines;
}

bool TextTable::folds(const std::string& cell, std::size_t i) const {
  if (column(i).bar) return false;
  return width_.is_limit ? display_width(cell) > widths_[i] : wraps(i);
}

Lines TextTable::cell_lines(const std::string& cell, std::size_t i) const {
  if (column(i).bar) return {bar_of(cell, widths_[i])};
  if (!folds(cell, i)) return {cell};
  return wrap(cell, widths_[i], width_.is_limit ? LongWord::is_cut : LongWord::stays_whole);
}

std::string TextTable::aligned(std::string_view text, std::size_t i) const {
  const std::size_t width = std::min(widths_[i], kWidestPadding);
  return column(i).numeric && !column(i).bar ? pad_left(text, width) : pad_right(text, width);
}

/// Aligned at the top.
std::string TextTable::side_by_side(const std::vector<Lines>& parts) const {
  std::size_t height = 1;
  for (const Lines& part : parts) height = std::max(height, part.size());
  std::string text;
  for (std::size_t n = 0; n < height; ++n) {
    std::string line;
    for (std::size_t i = 0; i < count(); ++i) {
      const std::string_view part = n < parts[i].size() ? std::string_view(parts[i][n]) : std::string_view();
      line += aligned(part, i) + ' ';
    }
    append_line(text, line);
  }
  return text;
}

std::string TextTable::headings() const {
  std::vector<Lines> groups, names;
  std::size_t group_height = 1, height = 1;
  for (const GroupSpan& span : groups_) {
    groups.push_back(group_lines(span));
    group_height = std::max(group_height, groups.back().size());
  }
  for (std::size_t i = 0; i < count(); ++i) {
    names.push_back(heading_lines(i));
    height = std::max(height, names.back().size());
  }
  for (Lines& lines : names) lines = lowered(std::move(lines), height);
  std::string text;
  const bool grouped = std::any_of(groups_.begin(), groups_.end(),
                                   [&](const GroupSpan& span) { return !column(span.first).group.empty(); });
  for (std::size_t n = 0; grouped && n < group_height; ++n) {
    std::string line;
    for (std::size_t i = 0; i < groups.size(); ++i)
      line += pad_right(lowered(groups[i], group_height)[n], width_of(groups_[i])) + ' ';
    append_line(text, line);
  }
  return text + side_by_side(names);
}

/// A row has one line, unless a cell is folded.
std::string TextTable::row(const std::vector<std::string>& cells) const {
  std::string line;
  for (std::size_t i = 0; i < count(); ++i) {
    const std::string& cell = cells[selection_.columns[i]];
    if (folds(cell, i)) return folded_row(cells);
    line += aligned(column(i).bar ? bar_of(cell, widths_[i]) : cell, i) + ' ';
  }
  std::string text;
  append_line(text, line);
  return text;
}

std::string TextTable::folded_row(const std::vector<std::string>& cells) const {
  std::vector<Lines> parts;
  for (std::size_t i = 0; i < count(); ++i) parts.push_back(cell_lines(cells[selection_.columns[i]], i));
  return side_by_side(parts);
}

std::string TextTable::drawn() const {
  std::string text = headings();
  for (std::size_t i = selection_.first_row; i < selection_.end_row; ++i) text += row(sheet_.rows[i]);
  return text;
}

}  // namespace warpledger
