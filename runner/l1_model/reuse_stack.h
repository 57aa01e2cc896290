#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "l1_model/line_cache.h"

namespace warpledger {

/// How many other lines are used between two uses of a line: Mattson's stack (IBM Systems Journal 9, 1970), cut into
/// groups of equal size, so that a use costs a time in proportion to the group it is found in.
class ReuseStack {
 public:
  /// Distances from `groups` * `lines_each` on are not told apart from lines never used before.
  ReuseStack(std::uint32_t groups, std::uint32_t lines_each);

  /// Uses a line. Returns g when at least g * lines_each and less than (g + 1) * lines_each other lines were used since
  /// it was used last; none for a first or too far a use.
  std::optional<std::uint32_t> use(std::uint64_t line);

 private:
  /// Takes the slot, which is in `group`, to the top; what it passes moves down by one.
  void make_newest(std::uint32_t slot, std::uint32_t group);

  LineIndex index_;
  RecencyLists recency_;
  std::vector<std::uint32_t> group_;   ///< of each slot
  std::vector<std::uint32_t> oldest_;  ///< slot of each group
};

}  // namespace warpledger
