#include "report/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/error.h"
#include "base/sql_text.h"
#include "base/text.h"
#include "base/text_width.h"
#include "report/cell.h"
#include "report/html_page.h"
#include "report/sheet.h"

namespace warpledger {
namespace {

std::map<std::string, std::string> comments_in(const SqlBlock& block) {
  std::map<std::string, std::string> comments;
  for (const std::string& line : block.lines)
    if (const SqlLine found = read_sql_line(line); !found.name.empty() && !found.comment.empty())
      comments[found.name] = found.comment;
  return comments;
}

/// The fence if the SQL does not name the column.
Place place_of(const Page& page, const SqlBlock& block, const std::string& column) {
  for (std::size_t i = 0; i < block.lines.size(); ++i)
    if (const std::size_t at = block.lines[i].find(column);
        at != std::string::npos && !trim(block.lines[i]).starts_with("--"))
      return page.place(block.fence_line + 1 + i, display_width(block.lines[i].substr(0, at)) + 1);
  return page.place(block.fence_line, 1);
}

/// "Modelled by memory model 1.0, profile 0123456789ab."
std::string models(const Query& query) {
  constexpr std::size_t kDigestLength = 12;
  std::vector<std::string> names;
  const Table used = query("SELECT model_version, profile FROM model_used ORDER BY 1, 2");
  for (const std::vector<Cell>& row : used.rows)
    names.push_back(
        fmt::format("memory model {}, profile {}", in_words(row.at(0)), in_words(row.at(1)).substr(0, kDigestLength)));
  return fmt::format("Modelled by {}.", names.empty() ? "the memory model of another run" : join(names, "; "));
}

std::string explanation(std::string_view sign, std::string_view meaning, Format format) {
  switch (format) {
    case Format::markdown:
      return fmt::format("- `{}` {}\n", sign, meaning);
    case Format::html:
      return fmt::format("<li><code>{}</code> {}</li>\n", sign, meaning);
    default:
      return fmt::format("{} {}\n", sign, meaning);
  }
}

}  // namespace

std::string legend_of(const Table& table, const Query& query, Format format) {
  if (std::ranges::count(table.modelled, true) == 0 || format == Format::csv) return {};
  std::vector<std::string> columns;
  for (const std::string& column : table.reads_modelled) columns.push_back(column.substr(column.find('.') + 1));
  const std::string meaning =
      columns.empty() ? "modelled, not measured" : "modelled, or derived from modelled " + join(columns);
  const std::string text =
      explanation(kModelledSuffix, format == Format::html ? html_escaped(meaning) : meaning, format);
  if (format == Format::html)
    return fmt::format("<ul class=\"legend\">\n{}<li>{}</li>\n</ul>\n", text, html_escaped(models(query)));
  return "\n" + text + (format == Format::markdown ? "\n" : "") + models(query) + "\n";
}

std::string with_mark(const std::string& words, const Cell& cell, bool modelled) {
  return modelled && !std::holds_alternative<std::monostate>(cell) ? words + std::string(kModelledSuffix) : words;
}

std::vector<Meaning> column_meanings(const Page& page, const SqlBlock& block, const Table& table) {
  const auto comments = comments_in(block);
  std::vector<Meaning> meanings;
  for (const Column& column : sheet_of({table.columns, {}}, Format::text).columns) {
    const auto found = comments.find(column.name);
    if (found == comments.end())
      throw Error(place_of(page, block, column.name), "column '" + column.name + "' has no meaning",
                  "end its line with a comment that says what it is and in which unit: ... AS \"" + column.name +
                      "\",  -- MEANING");
    meanings.emplace_back(column.title(), found->second);
  }
  return meanings;
}

void Glossary::add(const std::vector<Meaning>& meanings) {
  for (const Meaning& meaning : meanings)
    if (std::find(meanings_.begin(), meanings_.end(), meaning) == meanings_.end()) meanings_.push_back(meaning);
}

Table Glossary::table() const {
  Table table{.columns = {"column", "meaning"}};
  for (const auto& [title, meaning] : meanings_) table.rows.push_back({title, meaning});
  return table;
}

}  // namespace warpledger
