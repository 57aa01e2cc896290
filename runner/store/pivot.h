#pragma once

#include <SQLiteCpp/Database.h>

#include <set>
#include <string>

namespace warpledger {

/// Names that must be columns even where the ledger has no such row, beside kDeviceFacts.
struct WantedColumns {
  std::set<std::string> metrics;
  std::set<std::string> measured;  ///< quantities or metrics
};

/// Makes the temporary views device_facts and readings (see views.h), which turn the ledger's rows (name, value) into
/// columns. Each column is a look-up by (point, name), so a query pays for the columns and rows it uses only.
void create_pivot(SQLite::Database& database, const WantedColumns& wanted);

}  // namespace warpledger
