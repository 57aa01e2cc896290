#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exec/worker_process.h"
#include "model/job.h"
#include "model/result.h"
#include "plan/plan.h"

namespace warpledger {

/// True if a point timed out, crashed or could not be launched; other processes on the device may be the cause.
bool is_lost(const Result& result);

/// Points of a plan to measure, and the trust in their kernels.
struct GridRequest {
  const Plan& plan;
  std::vector<std::int64_t> ordinals;
  bool untrusted = true;
  bool renewed = false;                           ///< timed as untrusted code is; see Job::renewed
  bool untrusted_counts = true;                   ///< counted as untrusted code is
  std::optional<double> budget_s = std::nullopt;  ///< points that begin later are left out
  /// Nobody else is at work on the device. Then points that are lost may take 10 s together before the others are left
  /// out; else the first one ends the grid.
  bool alone = true;
};

/// How a grid ended.
struct GridEnd {
  std::string left_out;   ///< why points are missing; empty: none is, or the user or TakePoints stopped it
  bool stopped = false;   ///< by the user
  bool lost_any = false;  ///< a point of it is_lost()
};

/// Takes points when they are complete, a result for each job. Returns false to stop the grid.
using TakePoints = std::function<bool(std::span<const Job>, std::span<const Result>)>;

/// Runs the points in the worker. Throws what run_jobs() throws.
GridEnd measure_grid(const GridRequest& request, WorkerProcess& worker, const TakePoints& take);

}  // namespace warpledger
