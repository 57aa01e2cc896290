#pragma once

#include <span>
#include <vector>

#include "exec/measure_point.h"
#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// Counts each job's metrics; returns one list per job, in the order of its `metrics`. Jobs with the same metrics and
/// cache state share profiling sessions, as many as fit the device's memory. Values are absent with a reason if a job
/// cannot be prepared or launched, or if its untrusted code skipped work while counted.
std::vector<std::vector<Metric>> collect_metrics(std::span<const Job> jobs, PointContext& context);

/// Absent values for `requests`, with `reason`.
std::vector<Metric> without_values(std::span<const MetricRequest> requests, const std::string& reason);

}  // namespace warpledger
