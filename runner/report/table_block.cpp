#include "report/table_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error.h"
#include "report/block.h"
#include "report/draw.h"
#include "report/legend.h"
#include "report/placeholder.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

constexpr std::string_view kWhenEqualTo = " when equal to ";

/// A column that is not drawn: never, or not in a table in which all its rows equal `equal_to`.
struct HiddenColumn {
  std::size_t column = 0;
  std::optional<std::size_t> equal_to;
};

/// What the block's options ask for, with column names looked up in the answer.
struct Layout {
  std::vector<std::size_t> each;
  std::vector<HiddenColumn> hidden;
  std::optional<Template> heading;
  bool unless_empty = false;
};

void add_hidden(Layout& layout, const std::string& value, const Table& table, const Place& where) {
  if (const std::size_t at = value.find(kWhenEqualTo); at != std::string::npos) {
    layout.hidden.push_back({column_index(table, value.substr(0, at), where),
                             column_index(table, value.substr(at + kWhenEqualTo.size()), where)});
    return;
  }
  for (const std::string& name : names_in(value)) layout.hidden.push_back({column_index(table, name, where), {}});
}

Layout layout_of(const Page& page, const SqlBlock& block, const Table& table) {
  Layout layout;
  for (const BlockOption& option : block_options(page, block,
                                                 {{"each"},
                                                  {"heading"},
                                                  {.name = "hide", .repeatable = true},
                                                  {.name = "unless empty", .has_value = false}})) {
    const Place where = page.place(option.line, option.value_at + 1);
    if (option.name == "each")
      for (const std::string& name : names_in(option.value)) layout.each.push_back(column_index(table, name, where));
    if (option.name == "heading") layout.heading = split_at_placeholders(page, option.line, option.value_at);
    if (option.name == "hide") add_hidden(layout, option.value, table, where);
    if (option.name == "unless empty") layout.unless_empty = true;
  }
  if (layout.heading)
    for (const Placeholder& placeholder : layout.heading->placeholders)
      column_index(table, placeholder.name, placeholder.where);
  return layout;
}

/// The block's one CSV table: what stands in headings and what is always hidden comes first, then the other columns.
Selection csv_selection(const Sheet& sheet, const Layout& layout) {
  std::vector<std::size_t> first = layout.each;
  for (const HiddenColumn& hidden : layout.hidden)
    if (!hidden.equal_to) first.push_back(hidden.column);
  Selection selection{.end_row = sheet.rows.size()};
  const auto add = [&](std::size_t column) {
    if (std::find(selection.columns.begin(), selection.columns.end(), column) == selection.columns.end())
      selection.columns.push_back(column);
  };
  for (const std::size_t column : first) add(column);
  for (const std::size_t column : whole(sheet).columns) add(column);
  return selection;
}

bool hides(const HiddenColumn& hidden, const Sheet& sheet, std::size_t first, std::size_t end) {
  if (!hidden.equal_to) return true;
  for (std::size_t row = first; row < end; ++row)
    if (sheet.rows[row][hidden.column] != sheet.rows[row][*hidden.equal_to]) return false;
  return true;
}

Selection shown(const Sheet& sheet, const Layout& layout, std::size_t first, std::size_t end) {
  Selection selection{.first_row = first, .end_row = end};
  for (std::size_t i = 0; i < sheet.columns.size(); ++i) {
    const bool in_each = std::find(layout.each.begin(), layout.each.end(), i) != layout.each.end();
    const bool hidden = std::any_of(layout.hidden.begin(), layout.hidden.end(), [&](const HiddenColumn& column) {
      return column.column == i && hides(column, sheet, first, end);
    });
    if (!in_each && !hidden) selection.columns.push_back(i);
  }
  return selection;
}

std::string heading_line(const Layout& layout, const Table& table, std::size_t row, Format format) {
  if (!layout.heading) return {};
  const std::string line = filled_line(*layout.heading, table, row, format);
  if (format == Format::html) return fmt::format("<h3>{}</h3>\n", line);
  return format == Format::markdown ? "### " + line + "\n\n" : line + "\n";
}

}  // namespace

std::string render_table_block(const Page& page, const SqlBlock& block, const Query& query,
                               const ReportOptions& options, Glossary& glossary) {
  const Table table = answer_of(page, block, query);
  const std::vector<Meaning> meanings = column_meanings(page, block, table);
  const Layout layout = layout_of(page, block, table);
  if (table.rows.empty() && layout.unless_empty) return {};
  glossary.add(meanings);
  const Sheet sheet = sheet_of(table, options.format);
  if (options.format == Format::csv) return draw_csv(sheet, csv_selection(sheet, layout));
  if (table.rows.empty()) return options.format == Format::html ? "<p>(no rows)</p>\n" : "(no rows)\n";
  std::string text;
  for (std::size_t first = 0; first < table.rows.size();) {
    const std::size_t end = end_of_group(table, layout.each, first);
    if (!text.empty() && options.format != Format::html) text += '\n';
    text += heading_line(layout, table, first, options.format);
    text += draw(sheet, shown(sheet, layout, first, end), options.format, options.width);
    first = end;
  }
  return text + legend_of(table, query, options.format);
}

}  // namespace warpledger
