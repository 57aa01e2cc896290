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

struct RunStep {
  const Job& job;
  const Result* result = nullptr;  ///< null when the point starts
};

struct RunCallbacks {
  std::function<void(const RunStep&)> progress;
  /// Receives complete points with counters: one result per job.
  std::function<void(std::span<const Job>, std::span<const Result>)> complete;
  /// May change a measured result before it is reported and counted.
  std::function<void(const Job&, Result&)> after_measuring = nullptr;
  /// May change a job before it is counted.
  std::function<void(Job&)> before_profiling = nullptr;
  /// True if the run should stop after the points in progress.
  std::function<bool()> stop_requested;
};

/// Limits of a batch of measured points that are completed together. If some need counting, it completes at `points`
/// points or `time_s` after the first: a profiling session takes 0.2 s to set up on an H200, a point 2 ms to count.
/// Otherwise the batch is one ledger transaction, due `pause_s` after the last, even while a point is measured, and
/// immediately if a point is not ok. A killed parent loses the batch.
struct BatchLimits {
  std::size_t points = 256;
  double time_s = 5;
  double pause_s = 0.1;
};

struct JobsSummary {
  bool whole = false;      ///< no stop before the last point had run
  double profiling_s = 0;  ///< wall time of the counting phase, including setup
};

/// Ordinal of the next point, or nothing at the end. Called when the previous point is measured.
using NextPoint = std::function<std::optional<std::int64_t>()>;

/// Runs the points that `next` returns: measures one by one, counts in batches. Completes every started point exactly
/// once. If the worker cannot continue, completes the measured points without counters and rethrows.
JobsSummary run_jobs(const NextPoint& next, const std::function<Job(std::int64_t)>& job, WorkerProcess& worker,
                     const RunCallbacks& callbacks, const BatchLimits& limits = {});

JobsSummary run_jobs(std::span<const std::int64_t> ordinals, const std::function<Job(std::int64_t)>& job,
                     WorkerProcess& worker, const RunCallbacks& callbacks, const BatchLimits& limits = {});

}  // namespace warpledger
