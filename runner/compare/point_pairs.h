#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ledger/measured_points.h"

namespace warpledger {

/// How points of two runs are recognized as the same.
struct Matching {
  bool across_kernels = false;    ///< two kernels are compared: neither their names nor separating_names() count
  std::set<std::string> ignored;  ///< names of parameters and of the launch that need not agree
};

/// Which points belong together, as places in the lists that were given.
struct PointPairs {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< in the order of `before`
  std::vector<std::size_t> only_before;
  std::vector<std::size_t> only_after;
  std::vector<std::string> names;  ///< the parameters that had to agree, in the order of an identity
};

/// Parameters, or parts of the launch, that have no value on both sides: with them, no points agree.
std::set<std::string> separating_names(const std::vector<MeasuredPoint>& before,
                                       const std::vector<MeasuredPoint>& after);

/// Pairs points of one family whose kernel, shape and launch agree. Where a parameter that does not count takes several
/// values, each point is paired with all that it agrees with.
PointPairs pair_points(const std::vector<MeasuredPoint>& before, const std::vector<MeasuredPoint>& after,
                       const Matching& matching);

}  // namespace warpledger
