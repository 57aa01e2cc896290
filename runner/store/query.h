#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/table.h"

struct sqlite3;

namespace warpledger {

/// The answer of one SELECT, or its first `row_limit` rows. Throws Error, whose place is line, column and text within
/// `sql`, when the statement is wrong, fails, changes or attaches anything, is not alone, or answers with a blob. Of
/// PRAGMAs only the checks are allowed: integrity_check, quick_check, foreign_key_check. Throws SQLite::Exception when
/// the ledger itself fails.
Table run_query(sqlite3* database, const std::string& sql, std::optional<std::size_t> row_limit = std::nullopt);

/// The columns among `columns` that `condition` looks at, by SQLite's own reading of it: each once, as `columns` has
/// it. The condition is one on a row of "points" with these columns, and may ask the ledger. Throws Error, whose place
/// is within `condition`, when it is none: a name in double quotes that no column has is not taken for a text.
std::vector<std::string> columns_read(sqlite3* database, const std::vector<std::string>& columns,
                                      const std::string& condition);

}  // namespace warpledger
