#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

/// Below this, a time between events contains noticeable overhead besides the kernel: 2.3 µs on an H200, 5 %
/// (benchmarks/clocks.md).
inline constexpr double kShortLaunch_ns = 50e3;

/// A point's other times as metrics with source "event", in ns: "activity_time" or "batch_time" for each of
/// job.measure.clocks (absent with a reason if unavailable); if both cache states are requested, the median in the
/// other state as "cold_time" or "warm_time"; for a short launch on a GPU, "empty_launch_time". `timing` belongs to
/// `work`.
std::vector<Metric> times_by_other_clocks(const Job& job, const Work& work, const Timing& timing, Backend& backend);

/// The same metrics for a point that was not timed with them: absent, with `reason`.
std::vector<Metric> no_other_clocks(const Job& job, const std::string& reason);

}  // namespace warpledger
