#include "report/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/text.h"
#include "report/cell.h"
#include "report/html_page.h"
#include "report/sheet.h"
#include "report/table_layout.h"
#include "report/text_table.h"

namespace warpledger {
namespace {

std::string_view class_of(const Column& column) { return column.numeric && !column.bar ? " class=\"number\"" : ""; }

/// Short texts, such as dates, are not wrapped.
std::string_view class_of_cell(const Column& column) {
  constexpr std::size_t kShort = 24;
  return column.numeric || column.bar || column.longest_text > kShort ? class_of(column) : " class=\"short\"";
}

std::string group_row(const Sheet& sheet, const Selection& selection) {
  const auto group = [&](std::size_t i) { return trim(sheet.columns[selection.columns[i]].group); };
  std::string cells;
  bool grouped = false;
  for (std::size_t first = 0; first < selection.columns.size();) {
    std::size_t end = first + 1;
    while (end < selection.columns.size() && group(end) == group(first)) ++end;
    if (group(first).empty())
      cells += fmt::format("<td colspan=\"{}\"></td>", end - first);
    else
      cells += fmt::format("<th colspan=\"{}\" scope=\"colgroup\">{}</th>", end - first, html_escaped(group(first)));
    grouped |= !group(first).empty();
    first = end;
  }
  return grouped ? fmt::format("<tr>{}</tr>\n", cells) : std::string();
}

std::string heading_row(const Sheet& sheet, const Selection& selection) {
  std::string cells;
  for (const std::size_t i : selection.columns) {
    const Column& column = sheet.columns[i];
    const std::string heading = column.bar ? column.title() : std::string(trim(column.heading));
    cells += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column), html_escaped(heading));
  }
  return fmt::format("<tr class=\"headings\">{}</tr>\n", cells);
}

std::size_t longest_word(const std::string& text) {
  std::size_t longest = 0;
  for (const std::string& word : wrap(text, 0)) longest = std::max(longest, display_width(word));
  return longest;
}

/// Words are not broken unless they exceed half a line.
std::size_t least_of_text(const Sheet& sheet, const Selection& selection, std::size_t column, std::size_t width) {
  const std::size_t cells = sheet.columns[column].cell_width;
  if (cells <= kNarrowestText) return cells;
  std::size_t longest = kNarrowestText;
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row)
    longest = std::max(longest, longest_word(sheet.rows[row][column]));
  return std::min(longest, std::max(kNarrowestText, width / 2));
}

/// Numbers are never broken; bars are at least as long as their heading.
ColumnNeeds needs_of(const Sheet& sheet, const Selection& selection, std::size_t i, std::size_t width) {
  const Column& column = sheet.columns[i];
  if (column.bar) return {column.width, std::max(kShortestBar, display_width(trim(column.heading)))};
  const std::size_t cells = column.numeric ? column.cell_width : least_of_text(sheet, selection, i, width);
  return {column.width, std::max(longest_word(column.heading), cells)};
}

/// A group's columns have room for the words of its heading.
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

/// Fewest leading columns that identify all rows, within half a line; else 1.
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

std::string draw_markdown(const Sheet& sheet, const Selection& selection) {
  std::string headings = "|";
  std::string rule = "|";
  for (const std::size_t i : selection.columns) {
    const Column& column = sheet.columns[i];
    headings += " " + markdown_escaped(column.title()) + " |";
    rule += column.numeric && !column.bar ? " ---: |" : " --- |";
  }
  std::string text = headings + "\n" + rule + "\n";
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    text += '|';
    for (const std::size_t i : selection.columns) text.append(" ").append(sheet.rows[row][i]).append(" |");
    text += '\n';
  }
  return text;
}

std::string draw_csv(const Sheet& sheet, const Selection& selection) {
  std::string text;
  for (const std::size_t i : selection.columns) {
    text += csv_quoted(sheet.columns[i].title());
    text += i == selection.columns.back() ? '\n' : ',';
  }
  return text + draw_csv_rows(sheet, selection);
}

std::string draw_csv_rows(const Sheet& sheet, const Selection& selection) {
  std::string text;
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    for (const std::size_t i : selection.columns) {
      text += csv_quoted(sheet.rows[row][i]);
      text += i == selection.columns.back() ? '\n' : ',';
    }
  }
  return text;
}

std::string draw(const Sheet& sheet, const Selection& selection, Format format, const LineWidth& width) {
  switch (format) {
    case Format::markdown:
      return draw_markdown(sheet, selection);
    case Format::csv:
      return draw_csv(sheet, selection);
    case Format::html:
      return draw_html(sheet, selection);
    default:
      return draw_text(sheet, selection, width);
  }
}

std::string draw_html(const Sheet& sheet, const Selection& selection, const CellHtml& cell) {
  std::string text = fmt::format("<div class=\"scroll\"><table>\n<thead>\n{}{}</thead>\n<tbody>\n",
                                 group_row(sheet, selection), heading_row(sheet, selection));
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    text += "<tr>";
    for (const std::size_t i : selection.columns) {
      const std::string& value = sheet.exact[row][i];
      const std::string& shown = sheet.rows[row][i];
      text += fmt::format("<td{}{}>{}</td>", class_of_cell(sheet.columns[i]),
                          value.empty() ? "" : fmt::format(" data-value=\"{}\"", value),
                          cell ? cell(row, i, shown) : shown);
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table></div>\n";
}

std::string render_table(const Table& table, Format format, const LineWidth& width) {
  const Sheet sheet = sheet_of(table, format);
  return draw(sheet, whole(sheet), format, width);
}

std::string render_html_table(const Table& table, const CellHtml& cell) {
  const Sheet sheet = sheet_of(table, Format::html);
  return draw_html(sheet, whole(sheet), cell);
}

std::string render_spreadsheet(Table table) {
  for (std::string& column : table.columns) column = csv_text(column);
  for (std::vector<Cell>& row : table.rows)
    for (Cell& cell : row)
      if (auto* text = std::get_if<std::string>(&cell)) *text = csv_text(*text);
  return render_table(table, Format::csv, {});
}

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
