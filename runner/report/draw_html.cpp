#include <fmt/format.h>

#include "base/text.h"
#include "report/draw.h"
#include "report/html_text.h"

namespace warpledger {
namespace {

std::string_view class_of(const Column& column) { return column.numeric && !column.bar ? " class=\"number\"" : ""; }

/// Short texts, such as dates, are not broken.
std::string_view class_of_cell(const Column& column) {
  constexpr std::size_t kShort = 24;
  return column.numeric || column.bar || column.longest_text > kShort ? class_of(column) : " class=\"short\"";
}

/// The headings of groups, each over its neighbouring columns; empty when no column has one.
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

}  // namespace

std::string draw_html(const Sheet& sheet, const Selection& selection) {
  std::string text = fmt::format("<div class=\"scroll\"><table>\n<thead>\n{}{}</thead>\n<tbody>\n",
                                 group_row(sheet, selection), heading_row(sheet, selection));
  for (std::size_t row = selection.first_row; row < selection.end_row; ++row) {
    text += "<tr>";
    for (const std::size_t i : selection.columns) {
      const std::string& value = sheet.exact[row][i];
      text += fmt::format("<td{}{}>{}</td>", class_of_cell(sheet.columns[i]),
                          value.empty() ? "" : fmt::format(" data-value=\"{}\"", value), sheet.rows[row][i]);
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table></div>\n";
}

}  // namespace warpledger
