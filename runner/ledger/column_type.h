#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ledger/exported_tables.h"
#include "model/table.h"

namespace warpledger {

/// What the values of a column are, from the narrowest to the widest: a wider column takes the values of a narrower
/// one.
enum class ColumnType : std::uint8_t { int64, real, text };

struct TypedColumn {
  std::string name;
  ColumnType type = ColumnType::int64;
};

/// The narrowest type that takes a cell and what `type` takes. NULL suits any.
ColumnType wider_type(ColumnType type, const Cell& cell);

/// The columns of each table with the narrowest types that take their values. The ledger has a type a value, so all
/// rows are read for it.
std::map<std::string, std::vector<TypedColumn>> typed_columns(const LedgerReader& ledger,
                                                              const std::vector<ExportedTable>& tables);

}  // namespace warpledger
