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

/// The comments of `block` by the name they follow.
std::map<std::string, std::string> comments_in(const SqlBlock& block) {
  std::map<std::string, std::string> comments;
  for (const std::string& line : block.lines)
    if (const SqlLine found = read_sql_line(line); !found.name.empty() && !found.comment.empty())
      comments[found.name] = found.comment;
  return comments;
}

/// Where the SQL names `column`, or the fence when it does not.
Place place_of(const Page& page, const SqlBlock& block, const std::string& column) {
  for (std::size_t i = 0; i < block.lines.size(); ++i)
    if (const std::size_t at = block.lines[i].find(column);
        at != std::string::npos && !trim(block.lines[i]).starts_with("--"))
      return page.place(block.fence_line + 1 + i, display_width(block.lines[i].substr(0, at)) + 1);
  return page.place(block.fence_line, 1);
}

bool has(const Table& table, Mark mark) {
  return std::any_of(table.marks.begin(), table.marks.end(), [&](const std::vector<Mark>& row) {
    return std::find(row.begin(), row.end(), mark) != row.end();
  });
}

/// "Modelled by memory model 1.0, profile 0123456789ab.": all that modelled the selected run.
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

constexpr std::string_view kMixed = "mixed";

}  // namespace

std::string legend_of(const Table& table, const Query& query, Format format) {
  if (table.marks.empty() || format == Format::csv) return {};
  std::string text = format == Format::html ? "" : "\n";
  const auto explain = [&](Mark mark, std::string_view sign, std::string_view meaning) {
    if (has(table, mark)) text += explanation(sign, meaning, format);
  };
  explain(Mark::modelled, suffix_of(Mark::modelled), "modelled, not measured");
  explain(Mark::poor, suffix_of(Mark::poor),
          "modelled with poor confidence: a number between bounds that are far apart");
  explain(Mark::mixed, source_of(Mark::mixed), "refused: the number would combine modelled and measured ones");
  if (format == Format::html)
    return fmt::format("<ul class=\"legend\">\n{}<li>{}</li>\n</ul>\n", text, html_escaped(models(query)));
  return text + (format == Format::markdown ? "\n" : "") + models(query) + "\n";
}

std::string_view suffix_of(Mark mark) {
  if (mark == Mark::modelled) return "~";
  return mark == Mark::poor ? "?" : "";
}

std::string_view source_of(Mark mark) {
  switch (mark) {
    case Mark::modelled:
      return "model";
    case Mark::poor:
      return "model, poor";
    case Mark::mixed:
      return kMixed;
    default:
      return "";
  }
}

std::string with_mark(const std::string& words, Mark mark) {
  return mark == Mark::mixed ? std::string(kMixed) : words + std::string(suffix_of(mark));
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
