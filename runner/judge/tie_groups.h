#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "judge/ratio_of_medians.h"

namespace warpledger {

/// A place in a class.
struct Standing {
  std::size_t rank = 1;  ///< 1 and how many are in the groups ahead
  std::size_t tied = 1;  ///< how many have this rank
};

/// The place of each of `ratios`, where less is better. In the order of their values, the best one opens a group; those
/// behind it belong to it until the first whose interval does not overlap with the best one's, which opens the next.
std::vector<Standing> standings_of(std::span<const Ratio> ratios);

}  // namespace warpledger
