#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/table.h"
#include "report/page.h"

namespace warpledger {

/// A hidden column: always, or in tables where all its rows equal `equal_to`.
struct HiddenColumn {
  std::size_t column = 0;
  std::optional<std::size_t> equal_to;
};

/// Resolved options of a "sql table" block.
struct TableLayout {
  std::vector<std::size_t> each;
  std::vector<HiddenColumn> hidden;
  std::optional<Template> heading;
  std::vector<std::size_t> in_heading;  ///< columns that the heading names
  bool unless_empty = false;
  bool keeps_empty = false;

  /// True if `column` groups tables, is in the heading or is always hidden; it is then not left out as empty.
  bool is_fixed(std::size_t column) const;
};

/// Throws Error with a place in the page.
TableLayout table_layout(const Page& page, const SqlBlock& block, const Table& table);

/// Possible widths of a column of a text table.
struct ColumnNeeds {
  std::size_t natural = 0;  ///< width without line breaks
  std::size_t least = 0;    ///< minimum readable width
  bool joined = false;      ///< must be next to the previous column
};

/// Columns drawn next to each other, with their widths.
struct ColumnBlock {
  std::vector<std::size_t> columns;
  std::vector<std::size_t> widths;
};

/// Arranges columns in blocks, one below the other, each at most `width` wide with a space between columns. Uses one
/// block if the columns can be narrowed to fit, the widest first. Otherwise each block repeats the first `keys` columns
/// and adds as many others as fit. Joined columns are separated only if a block cannot hold them. If not even one
/// column fits next to the keys, both become narrower than their minimum.
std::vector<ColumnBlock> fit_columns(const std::vector<ColumnNeeds>& needs, std::size_t keys, std::size_t width);

}  // namespace warpledger
