#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

enum class SqlType { unknown, number, text };

/// Returns a column's type. Unquoted names are passed in lower case.
using TypeOfColumn = std::function<SqlType(const std::string& column)>;

struct SqlFault {
  std::size_t offset = 0;
  std::string problem;
  std::string hint;
};

/// Returns the first comparison in the condition `sql` whose result depends on no value: `1 < x < 8`, which compares 0
/// or 1 with 8, or a number compared with a text, which is always larger in SQLite. Parentheses mark a comparison as
/// intended: `(a < b) = 1`. Uncertain cases pass. `sql` must be valid SQLite.
std::optional<SqlFault> find_sql_fault(std::string_view sql, const TypeOfColumn& type_of);

}  // namespace warpledger
