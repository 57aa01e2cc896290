#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "exec/worker_process.h"
#include "model/job.h"
#include "model/result.h"

namespace warpledger {

/// Progress of the run, reported after every step.
struct RunStep {
  const Job& job;
  const Result* result = nullptr;  ///< null when the point starts, else the result of measuring it
};

struct RunCallbacks {
  std::function<void(const RunStep&)> progress;
  /// Receives complete points, including counters: one result per job.
  std::function<void(std::span<const Job>, std::span<const Result>)> complete;
  /// May change a measured result before it is reported and counted; null keeps it.
  std::function<void(const Job&, Result&)> after_measuring = nullptr;
  /// May change a job before it is counted; null keeps it.
  std::function<void(Job&)> before_profiling = nullptr;
  /// True if the run should stop: the current points are completed, the others skipped.
  std::function<bool()> stop_requested;
};

/// Limits on the points that wait to be completed together. If some of them need counting, the batch completes at
/// `points` points or `time_s` after the first was measured: a profiling session takes 0.2 s to set up on an H200 and a
/// point 2 ms to count. If none does, the points share a ledger transaction, which is due `pause_s` after the last one,
/// even while a point is measured, and immediately if a point is not ok. If the parent is killed, waiting points are
/// lost.
struct BatchLimits {
  std::size_t points = 256;
  double time_s = 5;
  double pause_s = 0.1;
};

struct JobsSummary {
  bool whole = false;      ///< no stop was requested before the last point had run
  double profiling_s = 0;  ///< wall time of the counting phase, including setup
};

/// Returns the ordinal of the next point, or nothing at the end. Called once the previous point has been measured.
using NextPoint = std::function<std::optional<std::int64_t>()>;

/// Runs the points that `next` returns. Measures them one by one and counts them in batches, which share the cost of a
/// profiling session. Every started point is completed exactly once, even if the worker fails. If the worker throws
/// because it cannot continue, completes the measured points without counters and rethrows.
JobsSummary run_jobs(const NextPoint& next, const std::function<Job(std::int64_t)>& job, WorkerProcess& worker,
                     const RunCallbacks& callbacks, const BatchLimits& limits = {});

/// Runs these points in this order.
JobsSummary run_jobs(std::span<const std::int64_t> ordinals, const std::function<Job(std::int64_t)>& job,
                     WorkerProcess& worker, const RunCallbacks& callbacks, const BatchLimits& limits = {});

}  // namespace warpledger
