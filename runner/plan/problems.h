#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace warpledger {

/// Groups points by shape, in the order of their first points. Pages compare the best of each group.
std::vector<std::vector<std::int64_t>> points_by_problem(const Plan& plan);

}  // namespace warpledger
