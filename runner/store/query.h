#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "model/table.h"

struct sqlite3;

namespace warpledger {

/// The answer of one SELECT, or its first `row_limit` rows. Throws Error, whose place is line, column and text within
/// `sql`, when the statement is wrong, fails, changes or attaches anything, is not alone, or answers with a blob. Of
/// PRAGMAs only the checks are allowed: integrity_check, quick_check, foreign_key_check. Throws SQLite::Exception when
/// the ledger itself fails.
Table run_query(sqlite3* database, const std::string& sql, std::optional<std::size_t> row_limit = std::nullopt);

}  // namespace warpledger
