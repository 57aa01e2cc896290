#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace warpledger {

/// One option of each of several lists, by its number.
using Pick = std::vector<std::size_t>;

/// The pick with the lowest cost. `counts` has the length of each list, all above 0. The search ends at once when a
/// pick costs no more than `lower_bound`, which no pick can undercut.
///
/// Up to 64 picks are all tried: the result is the cheapest, and among equals the first in lexicographic order. Beyond
/// that, each list in turn moves to its cheapest option until nothing improves, from as many starts as the longest list
/// has options (all lists at their first, at their second...); the best result is then made to use the earliest options
/// that cost no more. Such a result is no dearer than any of the starts, but perhaps not the cheapest of all. The
/// result depends on the arguments alone.
Pick cheapest_pick(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost);

}  // namespace warpledger
