#include "report/table_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "report/block.h"
#include "report/cell.h"
#include "report/draw.h"
#include "report/html_page.h"
#include "report/legend.h"
#include "report/page.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

bool is_blank(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return std::holds_alternative<std::monostate>(cell) || (text && text->empty());
}

bool has_value(const Table& table, std::size_t column) {
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (!is_blank(table.rows[row].at(column))) return true;
  return false;
}

/// "dram_bytes, ffma and 3 more"
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  if (names.size() <= kMost) return join(names);
  return fmt::format("{} and {} more", join({names.begin(), names.begin() + kMost - 1}), names.size() - kMost + 1);
}

/// "a host has no GPU times; no dram_bytes, ffma: not permitted". Rows are sorted by reason.
std::string reasons_in(const Table& table) {
  std::vector<std::string> reasons;
  for (std::size_t row = 0; row < table.rows.size();) {
    const Cell& reason = table.rows[row].at(0);
    std::vector<std::string> names;
    for (; row < table.rows.size() && table.rows[row].at(0) == reason; ++row)
      if (!is_blank(table.rows[row].at(1))) names.push_back(in_words(table.rows[row].at(1)));
    reasons.push_back((names.empty() ? "" : fmt::format("no {}: ", some_of(names))) + in_words(reason));
  }
  return join(reasons, "; ");
}

/// Columns of headings and always hidden columns come first.
Selection csv_selection(const Sheet& sheet, const TableLayout& layout) {
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

std::string_view unmarked(std::string_view words) {
  return words.substr(0, words.size() - (words.ends_with(kModelledSuffix) ? kModelledSuffix.size() : 0));
}

bool hides(const HiddenColumn& hidden, const Sheet& sheet, std::size_t first, std::size_t end) {
  if (!hidden.equal_to) return true;
  for (std::size_t row = first; row < end; ++row)
    if (unmarked(sheet.rows[row][hidden.column]) != unmarked(sheet.rows[row][*hidden.equal_to])) return false;
  return true;
}

Selection shown(const Sheet& sheet, const TableLayout& layout, std::size_t first, std::size_t end) {
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

std::string heading_line(const TableLayout& layout, const Table& table, std::size_t row, Format format) {
  if (!layout.heading) return {};
  const std::string line = filled_line(*layout.heading, table, row, format);
  if (format == Format::html) return fmt::format("<h3>{}</h3>\n", line);
  return format == Format::markdown ? "### " + line + "\n\n" : line + "\n";
}

/// Empty in CSV.
std::string placeholder_for(std::string_view words, Format format) {
  if (format == Format::csv) return {};
  return format == Format::html ? fmt::format("<p>{}</p>\n", words) : fmt::format("{}\n", words);
}

}  // namespace

TableBlock answered_table_block(const Page& page, const SqlBlock& block, const Query& query) {
  TableBlock answered{.table = answer_of(page, block, query)};
  answered.meanings = column_meanings(page, block, answered.table);
  answered.layout = table_layout(page, block, answered.table);
  return answered;
}

std::string render_table_block(const TableBlock& block, const EmptyColumns& empty, const Query& query,
                               const ReportOptions& options, Glossary& glossary) {
  const Table& table = block.table;
  const TableLayout& layout = block.layout;
  if (table.rows.empty() && layout.unless_empty) return {};
  glossary.add(empty.without(block.meanings));
  const Sheet sheet = sheet_of(table, options.format);
  const auto drawn = [&](Selection selection) {
    std::erase_if(selection.columns,
                  [&](std::size_t i) { return i < block.meanings.size() && empty.has(block.meanings[i].first); });
    if (!selection.columns.empty()) return draw(sheet, selection, options.format, options.width);
    return placeholder_for("(no values)", options.format);
  };
  if (options.format == Format::csv) return drawn(csv_selection(sheet, layout));
  if (table.rows.empty()) return placeholder_for("(no rows)", options.format);
  std::string text;
  for (std::size_t first = 0; first < table.rows.size();) {
    const std::size_t end = end_of_group(table, layout.each, first);
    if (!text.empty() && options.format != Format::html) text += '\n';
    text += heading_line(layout, table, first, options.format) + drawn(shown(sheet, layout, first, end));
    first = end;
  }
  return text + legend_of(table, query, options.format);
}

std::string render_text_block(const Page& page, const SqlBlock& block, const Query& query, Format format) {
  std::vector<Template> lines;
  for (const BlockOption& option : block_options(page, block, {{.name = "line", .repeatable = true}}))
    lines.push_back(split_at_placeholders(page, option.line, option.value_at));
  if (lines.empty())
    throw Error(page.place(block.fence_line, 1), "this block of text has no line",
                "begin it with -- line: TEXT, where {{COLUMN}} is a column of the query");
  const Table table = answer_of(page, block, query);
  for (const Template& line : lines)
    for (const Placeholder& placeholder : line.placeholders) column_index(table, placeholder.name, placeholder.where);
  std::string text;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (const Template& line : lines) text += filled_line(line, table, row, Format::text) + "\n";
  if (!text.empty() && format == Format::markdown) text = "```text\n" + text + "```\n";
  if (!text.empty() && format == Format::html) text = "<pre>" + html_escaped(text) + "</pre>\n";
  return text + legend_of(table, query, format);
}

void EmptyColumns::see(const Table& table, const std::vector<Meaning>& meanings, const TableLayout& layout) {
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    if (!table.rows.empty()) seen_.insert(meanings[i].first);
    if (layout.keeps_empty || layout.is_fixed(i) || has_value(table, i)) filled_.insert(meanings[i].first);
  }
}

std::vector<Meaning> EmptyColumns::without(const std::vector<Meaning>& meanings) const {
  std::vector<Meaning> rest;
  for (const Meaning& meaning : meanings)
    if (!has(meaning.first)) rest.push_back(meaning);
  return rest;
}

std::string EmptyColumns::note(const std::vector<Meaning>& meanings, const Query& query) {
  std::vector<std::string> titles;
  for (const auto& [title, meaning] : meanings)
    if (has(title) && named_.insert(title).second) titles.push_back(title);
  if (titles.empty()) return {};
  const std::string reasons = reasons_in(query("SELECT reason, name FROM empty_reason ORDER BY place, reason, name"));
  return fmt::format("Empty on this page and left out: {}{}", join(titles),
                     reasons.empty() ? "" : ". Of this run: " + reasons);
}

}  // namespace warpledger
