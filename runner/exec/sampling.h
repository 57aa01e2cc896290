#pragma once

#include <functional>
#include <vector>

#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Takes samples until the median is known well enough.
///
/// `take(n)` gives n further samples; `elapsed_s()` the wall time that the point has used so far. Stops, never before
/// measure.min_samples unless time runs out, at the first of: "noise", the median's relative standard error is at most
/// measure.noise; "max_samples"; "time_limit", half of the point's time limit is used (the other half is for what
/// follows). The rule that fired is in the answer. The answer's clock is left empty.
Timing sample_until_known(const Measure& measure, const std::function<std::vector<Sample>(int)>& take,
                          const std::function<double()>& elapsed_s);

}  // namespace warpledger
