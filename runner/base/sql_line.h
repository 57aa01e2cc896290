#pragma once

#include <string>
#include <string_view>

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

}  // namespace warpledger
