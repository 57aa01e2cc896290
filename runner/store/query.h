#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/query_limits.h"
#include "store/select_statements.h"

namespace warpledger {

/// What stands for ?1, ?2, ... in a statement. One that is asked with other values is compiled once.
using SqlValues = std::vector<Cell>;

/// The answer of one SELECT, with the marks of columns that a model may have given. Throws Error, whose place is line,
/// column and text within `sql`, when the statement is wrong, fails, changes or attaches anything, is not alone,
/// answers with a blob, or goes beyond `limits`. Of PRAGMAs only the checks are allowed: integrity_check, quick_check,
/// foreign_key_check. Throws SQLite::Exception when the ledger itself fails.
Table run_query(SelectStatements& statements, const std::string& sql, const QueryLimits& limits = {},
                const SqlValues& values = {});

/// Takes some rows of an answer, with its columns.
using TakeRows = std::function<void(Table part)>;

/// run_query() in parts of at most 1,000 rows and about 1 MiB, so that an answer of any size needs little memory; one
/// part without rows when there are none. What `take` throws ends it.
void run_query_in_parts(SelectStatements& statements, const std::string& sql, const QueryLimits& limits,
                        const TakeRows& take);

/// The columns among `columns` that `condition` looks at, by SQLite's own reading of it: each once, as `columns` has
/// it. The condition is one on a row of "points" with these columns, and may ask the ledger. Throws Error, whose place
/// is within `condition`, when it is none: a name in double quotes that no column has is not taken for a text.
std::vector<std::string> columns_read(SelectStatements& statements, const std::vector<std::string>& columns,
                                      const std::string& condition);

}  // namespace warpledger
