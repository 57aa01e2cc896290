#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "stats/ratio_of_medians.h"

namespace warpledger {

/// A place in a class.
struct Standing {
  std::size_t rank = 1;  ///< 1 and how many are in the groups ahead
  std::size_t tied = 1;  ///< how many have this rank
};

/// The place of each of `ratios`, where less is better. In the order of their values, neighbours whose intervals
/// overlap are in one group: who is no worse than the one ahead, as far as is known, has no worse place.
std::vector<Standing> standings_of(std::span<const Ratio> ratios);

}  // namespace warpledger
