#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace warpledger {

enum class SqlType { unknown, number, text };

/// The type of a column, whose name is in lower case unless it was quoted.
using TypeOfColumn = std::function<SqlType(const std::string& column)>;

struct SqlFault {
  std::size_t offset = 0;  ///< bytes into the condition
  std::string problem;
  std::string hint;
};

/// The first comparison of `sql`, a condition that SQLite accepts, whose answer depends on no value: `1 < x < 8`, which
/// compares 0 or 1 with 8, and a number compared with a text, which is always the smaller one. Parentheses say that a
/// comparison of a comparison is meant: `(a < b) = 1`. What is not known for certain passes.
std::optional<SqlFault> find_sql_fault(std::string_view sql, const TypeOfColumn& type_of);

}  // namespace warpledger
