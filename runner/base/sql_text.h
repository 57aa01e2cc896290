#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpledger {

/// A line of SQL: its code, the name that the code ends with before any comma, and the comment after it. Any of them
/// may be empty. A quoted name stands without its quotes.
struct SqlLine {
  std::string code;
  std::string name;
  std::string comment;
};

/// Takes `line` apart. "--" within quotes begins no comment, and a quoted text is no name.
SqlLine read_sql_line(std::string_view line);

/// A token of SQL.
struct SqlToken {
  enum class Kind { word, quoted_name, text, number, symbol };

  Kind kind = Kind::symbol;
  std::size_t begin = 0, end = 0;  ///< bytes of the statement
  std::string text;                ///< a word in lower case, a quoted name or text without its quotes, else as written
};

/// The tokens of `sql`, without comments. A quote or comment that is not closed reaches to its end.
std::vector<SqlToken> sql_tokens(std::string_view sql);

/// Where `sql` has a ) that closes none of its own parentheses, from 0; nothing when it has none. Texts, quoted names
/// and comments may hold any.
std::optional<std::size_t> stray_parenthesis(std::string_view sql);

/// `sql` with a blank for each comment. Texts and quoted names stay.
std::string without_comments(std::string_view sql);

/// `name` as SQL writes an identifier that may hold anything: "smsp__cycles_active.avg" in double quotes.
std::string quoted_name(std::string_view name);

/// `text` as SQL writes a text: in single quotes.
std::string quoted_text(std::string_view text);

/// `texts` as SQL writes a list of texts: "('a', 'b')".
std::string quoted_list(const std::vector<std::string>& texts);

}  // namespace warpledger
