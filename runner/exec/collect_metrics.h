#pragma once

#include <span>
#include <vector>

#include "exec/measure_point.h"
#include "model/job.h"
#include "model/metric.h"

namespace warpledger {

/// Counts each job's metrics; returns one list per job, in the order of its `metrics`. Jobs with the same metrics and
/// cache state share profiling sessions. Values are absent with a reason if a job fails, or if its untrusted code
/// skipped work.
std::vector<std::vector<Metric>> collect_metrics(std::span<const Job> jobs, PointContext& context);

/// Absent values with `reason`.
std::vector<Metric> without_values(std::span<const MetricRequest> requests, const std::string& reason);

}  // namespace warpledger
