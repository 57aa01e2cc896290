#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/query_limits.h"
#include "store/select_statements.h"

namespace warpledger {

/// Values of ?1, ?2, ... in a statement; one compiled statement serves different values.
using SqlValues = std::vector<Cell>;

/// Runs one SELECT and marks the columns that may be modelled. Throws Error, placed in `sql` by line and column, if the
/// statement is invalid, fails, does more than read, is not the only one, returns a blob or exceeds `limits`. The only
/// PRAGMAs allowed are integrity_check, quick_check and foreign_key_check. Throws SQLite::Exception if the ledger
/// fails.
Table run_query(SelectStatements& statements, const std::string& sql, const QueryLimits& limits = {},
                const SqlValues& values = {});

/// Receives a part of an answer: some rows, with the columns.
using TakeRows = std::function<void(Table part)>;

/// Like run_query(), in parts of at most 1,000 rows and about 1 MiB, so memory use does not depend on the answer's
/// size. An answer without rows is one empty part. An exception from `take` ends the query.
void run_query_in_parts(SelectStatements& statements, const std::string& sql, const QueryLimits& limits,
                        const TakeRows& take);

/// Returns those of `columns` that `condition` reads according to SQLite, each once and as spelled in `columns`. The
/// condition applies to a row of "points" with these columns and may query the ledger. Throws Error, placed in
/// `condition`, if it is invalid; double quotes always mean a column name, never a text.
std::vector<std::string> columns_read(SelectStatements& statements, const std::vector<std::string>& columns,
                                      const std::string& condition);

}  // namespace warpledger
