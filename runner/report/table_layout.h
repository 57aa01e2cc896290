#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/table.h"
#include "report/page.h"

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

/// The widths that a column of a text table may have.
struct ColumnNeeds {
  std::size_t natural = 0;  ///< nothing of it is broken
  std::size_t least = 0;    ///< narrower it cannot be read
  bool joined = false;      ///< belongs beside the column before it
};

/// Columns that are beside each other, and how wide each is.
struct ColumnBlock {
  std::vector<std::size_t> columns;
  std::vector<std::size_t> widths;
};

/// Columns in blocks, one below the other, none of which is wider than `width`, with a space between its columns. One
/// block where all can be narrowed to fit, the widest first. Otherwise as many columns per block as fit, and each block
/// begins with the first `keys` ones. Joined columns are parted only where a block cannot hold them. Where not even one
/// column fits beside the keys, both are narrower than they need.
std::vector<ColumnBlock> fit_columns(const std::vector<ColumnNeeds>& needs, std::size_t keys, std::size_t width);

}  // namespace warpledger
