#pragma once

#include <string>

#include "compare/run_comparison.h"

namespace warpledger {

/// Keys: before, after, threshold, confidence, noise_floors, empty_launch_us, points, only_before, only_after,
/// geometric_mean, counts, gate. Numbers are unrounded.
std::string comparison_json(const RunComparison& comparison);

}  // namespace warpledger
