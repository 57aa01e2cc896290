#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

/// A time between events below this holds a part that is not the kernel's which shows: 2.3 µs on an
/// H200, 5 % (benchmarks/clocks.md).
inline constexpr double kShortLaunch_ns = 50e3;

/// What is known of a point's time beside its samples, as metrics with source "event": for each of job.measure.clocks
/// "activity_time" or "batch_time", [ns], absent with its reason where there is none; for both cache states "cold_time"
/// or "warm_time", [ns], the median in the one that the samples are not in; for a short launch on a GPU
/// "empty_launch_time", [ns]. `timing` is of `work`.
std::vector<Metric> times_by_other_clocks(const Job& job, const Work& work, const Timing& timing, Backend& backend);

/// The same for a point that no clock was asked of: absent, with that reason.
std::vector<Metric> no_other_clocks(const Job& job, const std::string& reason);

}  // namespace warpledger
