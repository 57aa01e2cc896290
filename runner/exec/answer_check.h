#pragma once

#include <span>
#include <vector>

#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

// Untrusted code may control its worker: on a host, a kernel that wrote to the worker's socket got full marks with
// invented times and counters. So answers are checked against the request (buffers, numbers of samples and metrics,
// names, units) and against what is possible (finite numbers, samples no longer than the request took). An impossible
// answer ends the worker, and the point's outcome is crashed.

/// Checks the answer to a `measure` request that took `elapsed_s`. Throws MalformedMessage with the reason.
void check_measured(const Job& job, const Result& result, double elapsed_s);

/// Checks the answer to `collect`. `may_count` is true if the device has hardware counters.
void check_collected(std::span<const Job> jobs, const std::vector<std::vector<Metric>>& collected, bool may_count);

}  // namespace warpledger
