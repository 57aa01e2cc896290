#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"

struct sqlite3;

namespace warpledger {

/// Where an answer ends early.
struct QueryLimits {
  std::optional<std::size_t> rows = std::nullopt;                                ///< the first rows are the answer
  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt;  ///< a query that takes longer fails
};

/// The answer of one SELECT. Throws Error, whose place is line, column and text within
/// `sql`, when the statement is wrong, fails, changes or attaches anything, is not alone, answers with a blob, or takes
/// too long. Of PRAGMAs only the checks are allowed: integrity_check, quick_check, foreign_key_check. Throws
/// SQLite::Exception when the ledger itself fails.
Table run_query(sqlite3* database, const std::string& sql, const QueryLimits& limits = {});

/// The columns among `columns` that `condition` looks at, by SQLite's own reading of it: each once, as `columns` has
/// it. The condition is one on a row of "points" with these columns, and may ask the ledger. Throws Error, whose place
/// is within `condition`, when it is none: a name in double quotes that no column has is not taken for a text.
std::vector<std::string> columns_read(sqlite3* database, const std::vector<std::string>& columns,
                                      const std::string& condition);

}  // namespace warpledger
