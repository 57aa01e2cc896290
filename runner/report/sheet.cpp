#include "report/sheet.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <variant>

#include "report/bar.h"
#include "report/cell.h"
#include "report/text_width.h"

namespace warpledger {
namespace {

constexpr std::string_view kBarHeading = "===";
constexpr std::string_view kGroupSeparator = " | ";

struct TextWords {
  const Cell& cell;
  bool bar;
  std::string operator()(std::monostate) const { return bar ? "n/a" : "-"; }
  std::string operator()(const NumberText& number) const { return number.shown; }
  std::string operator()(const Bar&) const { return std::get<std::string>(cell); }
  std::string operator()(const std::string& text) const { return one_line(text); }
};

struct MarkdownWords {
  bool bar;
  std::string operator()(std::monostate) const { return bar ? "n/a" : "-"; }
  std::string operator()(const NumberText& number) const { return number.shown; }
  std::string operator()(const Bar& parts) const {
    const std::string drawn = draw_bar(parts, kBarLength);
    return drawn.empty() ? drawn : "`" + drawn + "`";
  }
  std::string operator()(const std::string& text) const { return markdown_escaped(one_line(text)); }
};

struct CsvWords {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(const NumberText& number) const { return number.exact; }
  std::string operator()(const Bar& parts) const { return bar_in_numbers(parts); }
  std::string operator()(const std::string& text) const { return text; }
};

std::string words_of(const Cell& cell, const DecodedCell& decoded, bool bar, Format format) {
  if (format == Format::text) return std::visit(TextWords{cell, bar}, decoded);
  if (format == Format::markdown) return std::visit(MarkdownWords{bar}, decoded);
  return std::visit(CsvWords{}, decoded);
}

Column column_named(const std::string& name) {
  Column column{.name = name, .heading = name};
  if (const std::size_t bar = name.find(kGroupSeparator); bar != std::string::npos) {
    column.group = name.substr(0, bar);
    column.heading = name.substr(bar + kGroupSeparator.size());
  }
  column.numeric = true;
  column.bar = name.starts_with(kBarHeading);
  column.width = display_width(column.heading);
  return column;
}

}  // namespace

std::string Column::title() const {
  if (!bar) {
    const std::string words(trim(heading));
    return trim(group).empty() ? words : std::string(trim(group)) + " " + words;
  }
  const std::size_t first = heading.find_first_not_of("= ");
  if (first == std::string::npos) return heading;
  return heading.substr(first, heading.find_last_not_of("= ") - first + 1);
}

Sheet sheet_of(const Table& table, Format format) {
  Sheet sheet;
  for (const std::string& name : table.columns) sheet.columns.push_back(column_named(name));
  sheet.rows.reserve(table.rows.size());
  for (const auto& cells : table.rows) {
    std::vector<std::string>& row = sheet.rows.emplace_back();
    row.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Column& column = sheet.columns.at(i);
      const DecodedCell decoded = decode(cells[i]);
      column.bar |= std::holds_alternative<Bar>(decoded);
      column.numeric &= !std::holds_alternative<std::string>(decoded);
      row.push_back(words_of(cells[i], decoded, column.bar, format));
      column.width = std::max(column.width, column.bar ? kBarLength : display_width(row.back()));
    }
  }
  return sheet;
}

Selection whole(const Sheet& sheet) {
  Selection selection{.columns = std::vector<std::size_t>(sheet.columns.size()), .end_row = sheet.rows.size()};
  std::iota(selection.columns.begin(), selection.columns.end(), std::size_t{0});
  return selection;
}

std::string markdown_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\|<*`").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace warpledger
