#include "report/sheet.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <string_view>
#include <variant>

#include "base/text.h"
#include "base/text_width.h"
#include "report/cell.h"
#include "report/html_page.h"
#include "report/legend.h"

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

struct HtmlWords {
  bool bar;
  std::string operator()(std::monostate) const { return bar ? "n/a" : "-"; }
  std::string operator()(const NumberText& number) const { return html_escaped(number.shown); }
  std::string operator()(const Bar& parts) const {
    return "<code class=\"bar\">" + html_escaped(draw_bar(parts, kBarLength)) + "</code>";
  }
  std::string operator()(const std::string& text) const { return html_escaped(one_line(text)); }
};

struct CsvWords {
  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(const NumberText& number) const { return number.exact; }
  std::string operator()(const Bar& parts) const { return bar_in_numbers(parts); }
  std::string operator()(const std::string& text) const { return text; }
};

std::string words_of(const Cell& cell, const DecodedCell& decoded, bool bar, Format format) {
  switch (format) {
    case Format::markdown:
      return std::visit(MarkdownWords{bar}, decoded);
    case Format::csv:
      return std::visit(CsvWords{}, decoded);
    case Format::html:
      return std::visit(HtmlWords{bar}, decoded);
    default:
      return std::visit(TextWords{cell, bar}, decoded);
  }
}

/// A bar is marked in front, because its length is not known yet.
std::string marked(const std::string& words, const Cell& cell, bool modelled, bool bar) {
  return bar && modelled ? std::string(kModelledSuffix) + words : with_mark(words, cell, modelled);
}

void find_widths(Sheet& sheet) {
  for (std::size_t i = 0; i < sheet.columns.size(); ++i) {
    Column& column = sheet.columns[i];
    for (const std::vector<std::string>& row : sheet.rows)
      column.cell_width = std::max(column.cell_width, column.bar ? kBarLength : display_width(row[i]));
    column.width = std::max(column.cell_width, display_width(column.heading));
  }
}

/// Programs find the mark in the name.
std::string name_of(const Table& table, std::size_t column, Format format) {
  const bool marked = format == Format::csv && table.is_modelled(column);
  return table.columns[column] + std::string(marked ? kModelledSuffix : "");
}

/// CSV headings are not split.
Column column_named(const std::string& name, Format format) {
  Column column{.name = name, .heading = format == Format::csv ? name : one_line(name)};
  if (const std::size_t bar = column.heading.find(kGroupSeparator); bar != std::string::npos) {
    column.group = column.heading.substr(0, bar);
    column.heading.erase(0, bar + kGroupSeparator.size());
  }
  column.numeric = true;
  column.bar = name.starts_with(kBarHeading);
  return column;
}

std::vector<std::vector<std::string>> exact_numbers(const Table& table) {
  std::vector<std::vector<std::string>> numbers(table.rows.size());
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (std::size_t i = 0; i < table.rows[row].size(); ++i) {
      const DecodedCell decoded = decode(table.rows[row][i]);
      const NumberText* number = std::get_if<NumberText>(&decoded);
      numbers[row].push_back(number ? number->exact : std::string());
    }
  }
  return numbers;
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
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    sheet.columns.push_back(column_named(name_of(table, i, format), format));
  sheet.rows.reserve(table.rows.size());
  for (const std::vector<Cell>& cells : table.rows) {
    std::vector<std::string>& row = sheet.rows.emplace_back();
    row.reserve(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Column& column = sheet.columns.at(i);
      const DecodedCell decoded = decode(cells[i]);
      column.bar |= std::holds_alternative<Bar>(decoded);
      if (const auto* words = std::get_if<std::string>(&decoded)) {
        column.numeric = false;
        column.longest_text = std::max(column.longest_text, words->size());
      }
      row.push_back(words_of(cells[i], decoded, column.bar, format));
      if (format != Format::csv) row.back() = marked(row.back(), cells[i], table.is_modelled(i), column.bar);
    }
  }
  if (format == Format::html) sheet.exact = exact_numbers(table);
  if (format == Format::text) find_widths(sheet);
  return sheet;
}

Selection whole(const Sheet& sheet) {
  Selection selection{.columns = std::vector<std::size_t>(sheet.columns.size()), .end_row = sheet.rows.size()};
  std::iota(selection.columns.begin(), selection.columns.end(), std::size_t{0});
  return selection;
}

std::string markdown_escaped(std::string_view text) {
  const std::string shown = printable(text);
  const auto is_word = [&](std::size_t at) {
    return at < shown.size() && std::isalnum(static_cast<unsigned char>(shown[at])) != 0;
  };
  std::string escaped;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const char c = shown[i];
    const bool links = c == '(' && escaped.ends_with(']');                          // [shown](target)
    const bool leans = c == '_' && (i == 0 || !is_word(i - 1) || !is_word(i + 1));  // not emphasis within a word
    if (links || leans || std::string_view("\\|<*`&~").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace warpledger
