#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

/// The points of each problem, ascending, in the order in which problems come first. Those of one shape solve the same
/// problem: the best of them is what pages compare.
std::vector<std::vector<std::int64_t>> points_by_problem(const Plan& plan);

}  // namespace warpledger
