#pragma once

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>

#include <cstddef>

namespace warpledger {

/// Runs a prepared statement that answers nothing, with `values` for its parameters; one that is not given is NULL. How
/// many rows it changed. The statement is not reset: one that ran to its end holds nothing, and the next call does it.
template <typename... Values>
int execute(SQLite::Statement& statement, const Values&... values) {
  statement.tryReset();  // whatever its last run ended with
  if (sizeof...(values) < static_cast<std::size_t>(statement.getBindParameterCount())) statement.clearBindings();
  SQLite::bind(statement, values...);
  return statement.exec();
}

}  // namespace warpledger
