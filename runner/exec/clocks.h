#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

/// Below this, events add a noticeable overhead: 2.3 µs on an H200, 5 % (benchmarks/clocks.md).
inline constexpr double kShortLaunch_ns = 50e3;

/// A point's other times in ns, with source "event": "activity_time" or "batch_time" for each of job.measure.clocks
/// (absent with a reason if unavailable); with both_caches, the median in the other cache state as "cold_time" or
/// "warm_time"; for a short launch on a GPU, "empty_launch_time".
std::vector<Metric> times_by_other_clocks(const Job& job, const Work& work, const Timing& timing, Backend& backend);

/// The same metrics without values.
std::vector<Metric> no_other_clocks(const Job& job, const std::string& reason);

}  // namespace warpledger
