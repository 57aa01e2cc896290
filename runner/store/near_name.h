#pragma once

#include <string>

struct sqlite3;

namespace warpledger {

/// The names that a person may have meant who wrote one that SQLite does not know, by what it reported about `sql`:
/// "'time_us'" for "no such column: time_ms", "'avg' or 'median'" for "no such function: mean". Columns are those of
/// the views and tables that `sql` names. Empty where no name is near.
std::string near_name(sqlite3* database, const std::string& problem, const std::string& sql);

}  // namespace warpledger
