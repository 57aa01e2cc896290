#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

/// Groups points by shape, in the order of each group's first point. Pages compare the best point of each problem.
std::vector<std::vector<std::int64_t>> points_by_problem(const Plan& plan);

}  // namespace warpledger
