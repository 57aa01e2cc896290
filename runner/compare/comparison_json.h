#pragma once

#include <string>

#include "compare/run_comparison.h"

namespace warpledger {

/// Returns a JSON object with unrounded numbers: before, after, threshold, confidence, noise_floors, empty_launch_us,
/// points, only_before, only_after, geometric_mean, counts, gate.
std::string comparison_json(const RunComparison& comparison);

}  // namespace warpledger
