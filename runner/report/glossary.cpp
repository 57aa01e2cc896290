#include "report/glossary.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/sql_line.h"
#include "base/text.h"
#include "base/text_width.h"
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

}  // namespace

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
