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

/// Where the run stands, told after every step.
struct RunStep {
  const Job& job;
  const Result* result = nullptr;  ///< null when the point begins, else how its measuring ended
};

struct RunCallbacks {
  std::function<void(const RunStep&)> progress;
  /// These points are complete, their counters included: a result for each job.
  std::function<void(std::span<const Job>, std::span<const Result>)> complete;
  /// Judges how measuring a job ended before anybody is told, and before it is counted; null: as the worker says.
  std::function<void(const Job&, Result&)> after_measuring = nullptr;
  /// Changes how a job is counted; null: as it was measured.
  std::function<void(Job&)> before_profiling = nullptr;
  /// True when the run shall stop: points under way are completed, the others left out.
  std::function<bool()> stop_requested;
};

/// How long measured points wait until they are completed together: until there are so many, or the first of those to
/// count has waited so long. A profiling session costs 0.2 s to set up on an H200, a point 2 ms to count, so points
/// share sessions. Where none is to count, they share a transaction of the ledger: the next is due `pause_s` after the
/// last, also while a point is measured, and at once when a point is not ok. A killed parent loses the points that
/// wait.
struct BatchLimits {
  std::size_t points = 256;
  double time_s = 5;
  double pause_s = 0.1;
};

struct JobsSummary {
  bool whole = false;      ///< no stop was asked for before the last point was run
  double profiling_s = 0;  ///< wall time of the counting phase, all that it sets up included
};

/// The ordinal of the point to run next; nothing: there is none. It is asked when the point before it is measured.
using NextPoint = std::function<std::optional<std::int64_t>()>;

/// Runs the points of a plan that `next` gives. Points are measured one by one and counted many at a time, which shares
/// the cost of a profiling session; a point is complete only then. Every point begun is completed, exactly
/// once, whatever happens to the worker. What the worker throws because it cannot continue is thrown on, after the
/// points that it has measured are completed without counters.
JobsSummary run_jobs(const NextPoint& next, const std::function<Job(std::int64_t)>& job, WorkerProcess& worker,
                     const RunCallbacks& callbacks, const BatchLimits& limits = {});

/// Runs these points, in this order.
JobsSummary run_jobs(std::span<const std::int64_t> ordinals, const std::function<Job(std::int64_t)>& job,
                     WorkerProcess& worker, const RunCallbacks& callbacks, const BatchLimits& limits = {});

}  // namespace warpledger
