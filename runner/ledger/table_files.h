#pragma once

#include <string>
#include <vector>

#include "ledger/exported_tables.h"

namespace warpledger {

/// What an export is written as.
enum class ExportFormat {
  sqlite,   ///< a database of plain tables without triggers or functions of our own, and the view metrics_of_points
  csv,      ///< a folder with a file per table
  parquet,  ///< a folder with a file per table
  json      ///< an object with an array per table
};

/// Writes the tables to `to`, which must not exist, and is there whole or not at all. Rows are read and written in
/// parts: any number needs little memory. Throws Error.
void write_tables(const LedgerReader& ledger, const std::vector<ExportedTable>& tables, ExportFormat format,
                  const std::string& to);

}  // namespace warpledger
