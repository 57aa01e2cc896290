#include "report/filled_columns.h"

#include <fmt/format.h>

#include "base/error.h"

namespace warpledger {
namespace {

bool has_value(const Cell& cell) { return !std::holds_alternative<std::monostate>(cell); }

template <typename Value>
std::vector<Value> chosen(const std::vector<Value>& row, const std::vector<bool>& filled) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < row.size(); ++i)
    if (filled[i]) values.push_back(row[i]);
  return values;
}

}  // namespace

void FilledColumns::see(const Table& part) {
  if (part.rows.empty()) return;
  filled_.resize(part.columns.size());
  for (std::size_t row = 0; row < part.rows.size(); ++row)
    for (std::size_t i = 0; i < filled_.size(); ++i)
      if (has_value(part.rows[row][i])) filled_[i] = true;
}

Table FilledColumns::of(const Table& part) const {
  if (filled_.empty()) return part;
  Table rest{.columns = chosen(part.columns, filled_), .rows = {}};
  for (const std::vector<Cell>& row : part.rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      if (!filled_[i] && has_value(row[i]))
        throw Error(fmt::format("column '{}' was empty and has a value now", part.columns[i]),
                    "another program changed the ledger meanwhile: ask again");
    rest.rows.push_back(chosen(row, filled_));
  }
  if (!part.modelled.empty()) rest.modelled = chosen(part.modelled, filled_);
  rest.reads_modelled = part.reads_modelled;
  return rest;
}

}  // namespace warpledger
