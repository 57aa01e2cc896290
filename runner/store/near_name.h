#pragma once

#include <string>

struct sqlite3;

namespace warpledger {

/// Suggests names from SQLite's error about `sql`: "'time_us'" for "no such column: time_ms", "'avg' or 'median'" for
/// "no such function: mean". Columns are those of the views and tables in `sql`. Empty if no name is close.
std::string near_name(sqlite3* database, const std::string& problem, const std::string& sql);

}  // namespace warpledger
