#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A line of SQL: its code, the unquoted name that ends the code (before any comma), and its comment. Each may be
/// empty.
struct SqlLine {
  std::string code;
  std::string name;
  std::string comment;
};

/// "--" within quotes does not start a comment, and quoted text is not a name.
SqlLine read_sql_line(std::string_view line);

struct SqlToken {
  enum class Kind { word, quoted_name, text, number, symbol };

  Kind kind = Kind::symbol;
  std::size_t begin = 0, end = 0;  ///< byte offsets in the statement
  std::string text;                ///< words in lower case, quoted names and texts without quotes
};

/// Returns the tokens of `sql` without comments. An unclosed quote or comment extends to the end.
std::vector<SqlToken> sql_tokens(std::string_view sql);

/// Returns the offset of the first unmatched ), or nullopt. Texts, quoted names and comments are skipped.
std::optional<std::size_t> stray_parenthesis(std::string_view sql);

/// Texts and quoted names stay.
std::string without_comments(std::string_view sql);

/// Quotes any name as an SQL identifier: "smsp__cycles_active.avg".
std::string quoted_name(std::string_view name);

/// Quotes `text` as an SQL string.
std::string quoted_text(std::string_view text);

/// Returns "('a', 'b')".
std::string quoted_list(const std::vector<std::string>& texts);

}  // namespace warpledger
