#pragma once

#include <span>
#include <vector>

#include "exec/measure_point.h"
#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// Counts each job's metrics; one list per job, in the order of its `metrics`. Jobs that ask for the same metrics and
/// cache state share profiling sessions, as many at a time as fit the device's memory. A job that cannot be prepared
/// or launched has no values and that as its reason, nor has untrusted code that left out work while it was counted.
std::vector<std::vector<Metric>> collect_metrics(std::span<const Job> jobs, PointContext& context);

/// `requests` without values, because of `reason`.
std::vector<Metric> without_values(std::span<const MetricRequest> requests, const std::string& reason);

}  // namespace warpledger
