#include "ledger/column_type.h"

#include <algorithm>

namespace warpledger {

ColumnType wider_type(ColumnType type, const Cell& cell) {
  constexpr ColumnType kTypes[] = {ColumnType::int64, ColumnType::int64, ColumnType::real, ColumnType::text};
  return std::max(type, kTypes[cell.index()]);
}

std::map<std::string, std::vector<TypedColumn>> typed_columns(const LedgerReader& ledger,
                                                              const std::vector<ExportedTable>& tables) {
  std::map<std::string, std::vector<TypedColumn>> all;
  for (const ExportedTable& table : tables) {
    std::vector<TypedColumn>& columns = all[table.name];
    ledger.query_in_parts(table.sql, [&](const Table& part) {
      if (columns.empty())
        for (const std::string& name : part.columns) columns.push_back({.name = name});
      for (const std::vector<Cell>& row : part.rows)
        for (std::size_t i = 0; i < columns.size(); ++i) columns[i].type = wider_type(columns[i].type, row[i]);
    });
  }
  return all;
}

}  // namespace warpledger
