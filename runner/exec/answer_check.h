#pragma once

#include <span>
#include <vector>

#include "model/job.h"
#include "model/metric.h"
#include "model/result.h"

namespace warpledger {

// What a worker says is used only after it passed here. A worker that ran untrusted code may be that code: on a host a
// kernel that wrote to its socket had full marks with times and counters of its own invention. So answers are held
// against what was asked (buffers, numbers of samples and metrics, names, units) and against what is possible (numbers
// that are finite, samples no longer than the request took). What no honest worker says ends the worker, and the point
// with outcome crashed.

/// Checks the answer to `measure`, which took `elapsed_s`. Throws MalformedMessage saying what is wrong.
void check_measured(const Job& job, const Result& result, double elapsed_s);

/// Checks the answer to `collect`. `may_count`: whether the device has hardware counters.
void check_collected(std::span<const Job> jobs, const std::vector<std::vector<Metric>>& collected, bool may_count);

}  // namespace warpledger
