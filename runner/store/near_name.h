#pragma once

#include <string>

struct sqlite3;

namespace warpledger {

/// Suggests names for one that SQLite does not know, from the error that it reported for `sql`: "'time_us'" for "no
/// such column: time_ms", "'avg' or 'median'" for "no such function: mean". Considers columns of the views and tables
/// that `sql` names. Empty if no name is close.
std::string near_name(sqlite3* database, const std::string& problem, const std::string& sql);

}  // namespace warpledger
