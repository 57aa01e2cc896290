#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/table.h"
#include "report/page.h"

namespace warpledger {

/// Hidden always, or in tables where all its rows equal `equal_to`.
struct HiddenColumn {
  std::size_t column = 0;
  std::optional<std::size_t> equal_to;
};

struct TableLayout {
  std::vector<std::size_t> each;
  std::vector<HiddenColumn> hidden;
  std::optional<Template> heading;
  std::vector<std::size_t> in_heading;  ///< named by the heading
  bool unless_empty = false;
  bool keeps_empty = false;

  /// True for columns that group tables, are in the heading or always hidden: they are not left out as empty.
  bool is_fixed(std::size_t column) const;
};

/// Throws Error with a place in the page.
TableLayout table_layout(const Page& page, const SqlBlock& block, const Table& table);

struct ColumnNeeds {
  std::size_t natural = 0;  ///< width without line breaks
  std::size_t least = 0;    ///< minimum readable width
  bool joined = false;      ///< must be next to the previous column
};

/// Columns next to each other.
struct ColumnBlock {
  std::vector<std::size_t> columns;
  std::vector<std::size_t> widths;
};

/// Arranges columns in blocks of at most `width`, one below the other. Prefers one block, with the widest columns
/// narrowed. Otherwise each block repeats the first `keys` columns; joined columns are separated only if a block cannot
/// hold them. Columns are narrower than their minimum only if none fits next to the keys.
std::vector<ColumnBlock> fit_columns(const std::vector<ColumnNeeds>& needs, std::size_t keys, std::size_t width);

}  // namespace warpledger
