#include <algorithm>
#include <string_view>
#include <variant>

#include "report/bar.h"
#include "report/cell.h"
#include "report/draw.h"
#include "report/text_width.h"

namespace warpledger {
namespace {

/// Below these widths a bar or wrapped text would be of no use; the line runs over the terminal's edge instead.
constexpr std::size_t kShortestBar = 5;
constexpr std::size_t kNarrowestText = 20;

/// What is left of a line of `width` columns after `used` of them, the last one kept free.
std::size_t rest_of_line(int width, std::size_t used, std::size_t at_least) {
  const std::size_t usable = width > 0 ? static_cast<std::size_t>(width) - 1 : 0;
  return std::max(usable > used ? usable - used : 0, at_least);
}

/// Consecutive columns of one group: [first, end) of the drawn columns.
struct GroupSpan {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// A bar cell drawn, behind the mark that may stand in front of it.
std::string bar_of(const std::string& cell, std::size_t length) {
  const std::size_t start = std::min(cell.find(kCellMark), cell.size());
  const DecodedCell decoded = decode(cell.substr(start));
  const Bar* bar = std::get_if<Bar>(&decoded);
  return bar == nullptr ? cell : cell.substr(0, start) + draw_bar(*bar, length - std::min(length, start));
}

/// `text` in lines of `width` columns, all but the first indented.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string lines;
  for (const std::string& line : wrap(text, width))
    lines += (lines.empty() ? "" : "\n" + std::string(indent, ' ')) + line;
  return lines;
}

class TextTable {
 public:
  TextTable(const Sheet& sheet, const Selection& selection, int width);
  std::string drawn() const;

 private:
  std::size_t count() const { return selection_.columns.size(); }
  const Column& column(std::size_t i) const { return sheet_.columns[selection_.columns[i]]; }
  std::size_t width_of(const GroupSpan& span) const;
  void find_groups();
  void fit_last_column(int width);
  std::string group_line() const;
  std::string heading_line() const;
  std::string row(const std::vector<std::string>& cells) const;
  std::string aligned(std::string_view text, std::size_t i) const {
    return column(i).numeric ? pad_left(text, widths_[i]) : pad_right(text, widths_[i]);
  }

  const Sheet& sheet_;
  const Selection& selection_;
  std::vector<std::size_t> widths_;  ///< of the drawn columns
  std::vector<GroupSpan> groups_;
};

TextTable::TextTable(const Sheet& sheet, const Selection& selection, int width) : sheet_(sheet), selection_(selection) {
  for (std::size_t i = 0; i < count(); ++i) widths_.push_back(column(i).width);
  find_groups();
  if (count() > 0) fit_last_column(width);
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
  for (const GroupSpan& span : groups_) {
    const std::size_t needed = display_width(column(span.first).group);
    if (const std::size_t have = width_of(span); have < needed) widths_[span.end - 1] += needed - have;
  }
}

void TextTable::fit_last_column(int width) {
  const Column& last = column(count() - 1);
  const std::size_t used = width_of({0, count()}) - widths_.back();
  if (last.bar)
    widths_.back() = rest_of_line(width, used, kShortestBar);
  else if (!last.numeric)
    widths_.back() = std::min(widths_.back(), rest_of_line(width, used, kNarrowestText));
}

std::string TextTable::group_line() const {
  std::string line;
  for (const GroupSpan& span : groups_) {
    const std::string& group = column(span.first).group;
    const std::size_t fill = width_of(span) - display_width(group);
    const char filler = group.empty() ? ' ' : '-';
    line += std::string(fill / 2, filler) + group + std::string(fill - fill / 2, filler) + ' ';
  }
  return line;
}

std::string TextTable::heading_line() const {
  std::string line;
  for (std::size_t i = 0; i < count(); ++i) {
    const std::string& heading = column(i).heading;
    if (column(i).bar)
      line += heading + std::string(widths_[i] - std::min(widths_[i], display_width(heading)), '=');
    else
      line += aligned(heading, i);
    line += ' ';
  }
  return line;
}

std::string TextTable::row(const std::vector<std::string>& cells) const {
  std::string line;
  std::size_t indent = 0;
  for (std::size_t i = 0; i < count(); ++i) {
    const std::string& cell = cells[selection_.columns[i]];
    if (column(i).bar)
      line += pad_right(bar_of(cell, widths_[i]), widths_[i]);
    else if (i + 1 == count() && !column(i).numeric)
      line += wrapped(cell, widths_[i], indent);
    else
      line += aligned(cell, i);
    line += ' ';
    indent += widths_[i] + 1;
  }
  return line;
}

void append_line(std::string& text, const std::string& line) {
  text.append(line, 0, line.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string TextTable::drawn() const {
  std::string text;
  const bool grouped = std::any_of(groups_.begin(), groups_.end(),
                                   [&](const GroupSpan& span) { return !column(span.first).group.empty(); });
  if (grouped) append_line(text, group_line());
  append_line(text, heading_line());
  for (std::size_t i = selection_.first_row; i < selection_.end_row; ++i) append_line(text, row(sheet_.rows[i]));
  return text;
}

}  // namespace

std::string draw_text(const Sheet& sheet, const Selection& selection, int width) {
  return TextTable(sheet, selection, width).drawn();
}

}  // namespace warpledger
