#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/query_limits.h"
#include "store/select_statements.h"

namespace warpledger {

/// Values of ?1, ?2, ...
using SqlValues = std::vector<Cell>;

/// Runs one SELECT and marks columns that may be modelled. Throws Error with its place in `sql` if it is invalid,
/// fails, is not the only statement, does more than read, returns a blob or exceeds `limits`; SQLite::Exception if the
/// ledger fails. The only PRAGMAs allowed are integrity_check, quick_check and foreign_key_check.
Table run_query(SelectStatements& statements, const std::string& sql, const QueryLimits& limits = {},
                const SqlValues& values = {});

using TakeRows = std::function<void(Table part)>;

/// Like run_query(), in one or more parts of at most 1,000 rows and about 1 MiB. An exception from `take` ends the
/// query.
void run_query_in_parts(SelectStatements& statements, const std::string& sql, const QueryLimits& limits,
                        const TakeRows& take);

/// Returns those of `columns` that `condition` reads, as spelled in `columns`. The condition is on a row of "points"
/// with these columns and may query the ledger. Throws Error with its place in `condition` if it is invalid. Double
/// quotes always enclose names, never texts.
std::vector<std::string> columns_read(SelectStatements& statements, const std::vector<std::string>& columns,
                                      const std::string& condition);

}  // namespace warpledger
