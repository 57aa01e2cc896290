#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/table.h"
#include "report/page.h"
#include "report/placeholder.h"

namespace warpledger {

/// A column that is not drawn: never, or not in a table in which all its rows equal `equal_to`.
struct HiddenColumn {
  std::size_t column = 0;
  std::optional<std::size_t> equal_to;
};

/// What the options of a "sql table" block ask for, with column names looked up in the answer.
struct TableLayout {
  std::vector<std::size_t> each;
  std::vector<HiddenColumn> hidden;
  std::optional<Template> heading;
  std::vector<std::size_t> in_heading;  ///< columns that the heading names
  bool unless_empty = false;
  bool keeps_empty = false;

  /// Whether `column` says what a table is about, or is never drawn: then it is not left out where it is empty.
  bool is_fixed(std::size_t column) const;
};

/// Throws Error with a place in the page.
TableLayout table_layout(const Page& page, const SqlBlock& block, const Table& table);

}  // namespace warpledger
