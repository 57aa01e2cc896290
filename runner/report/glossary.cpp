#include "report/glossary.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "base/error.h"
#include "report/sheet.h"
#include "report/text_width.h"

namespace warpledger {
namespace {

/// A line of SQL: the name that its code ends with, before any comma, and the comment after it.
struct CommentedName {
  std::string name;
  std::string comment;
};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0; }

/// The quoted text that begins at `at`, where a doubled quote stands for one; moves `at` behind it.
std::string read_quoted(std::string_view line, std::size_t& at) {
  const char quote = line[at++];
  std::string text;
  for (; at < line.size(); ++at) {
    if (line[at] == quote && (at + 1 == line.size() || line[at + 1] != quote)) break;
    if (line[at] == quote) ++at;
    text += line[at];
  }
  at = std::min(at + 1, line.size());
  return text;
}

CommentedName read_line(std::string_view line) {
  CommentedName result;
  for (std::size_t at = 0; at < line.size();) {
    if (line.substr(at).starts_with("--")) {
      result.comment = trim(line.substr(at + 2));
      break;
    }
    if (line[at] == '"') {
      result.name = read_quoted(line, at);
    } else if (line[at] == '\'') {
      read_quoted(line, at);
      result.name.clear();
    } else if (in_word(line[at])) {
      const std::size_t start = at;
      while (at < line.size() && in_word(line[at])) ++at;
      result.name = line.substr(start, at - start);
    } else {
      // After an operator or a bracket the line no longer ends with the name that came before.
      if (std::string_view(" \t,").find(line[at]) == std::string_view::npos) result.name.clear();
      ++at;
    }
  }
  return result;
}

/// The comments of `block` by the name they follow.
std::map<std::string, std::string> comments_in(const SqlBlock& block) {
  std::map<std::string, std::string> comments;
  for (const std::string& line : block.lines)
    if (const CommentedName found = read_line(line); !found.name.empty() && !found.comment.empty())
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
