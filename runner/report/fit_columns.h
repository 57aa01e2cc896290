#pragma once

#include <cstddef>
#include <vector>

namespace warpledger {

/// The widths that a column of a text table may have.
struct ColumnNeeds {
  std::size_t natural = 0;  ///< nothing of it is broken
  std::size_t least = 0;    ///< narrower it cannot be read
  bool joined = false;      ///< belongs beside the column before it
};

/// Columns that stand beside each other, and how wide each is.
struct ColumnBlock {
  std::vector<std::size_t> columns;
  std::vector<std::size_t> widths;
};

/// Columns in blocks, one below the other, none of which is wider than `width`, with a space between its columns. One
/// block where all can be narrowed to fit, the widest first. Otherwise as many columns a block as fit, and each block
/// begins with the first `keys` ones. Joined columns are parted only where a block cannot hold them. Where not even one
/// column fits beside the keys, both are narrower than they need.
std::vector<ColumnBlock> fit_columns(const std::vector<ColumnNeeds>& needs, std::size_t keys, std::size_t width);

}  // namespace warpledger
