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

struct GridRequest {
  const Plan& plan;
  std::vector<std::int64_t> ordinals;
  bool untrusted = true;
  bool renewed = false;                           ///< timed like untrusted code; see Job::renewed
  bool untrusted_counts = true;                   ///< counted like untrusted code
  std::optional<double> budget_s = std::nullopt;  ///< points that would start later are skipped
  /// True if nobody else uses the device. Lost points may then take 10 s in total before the rest is skipped; else the
  /// first one ends the grid.
  bool alone = true;
};

struct GridEnd {
  std::string left_out;   ///< why points were skipped; empty if none, or if the user or TakePoints stopped
  bool stopped = false;   ///< by the user
  bool lost_any = false;  ///< is_lost() is true for a point
};

/// Receives complete points, one result per job. Returns false to stop.
using TakePoints = std::function<bool(std::span<const Job>, std::span<const Result>)>;

/// Throws as run_jobs().
GridEnd measure_grid(const GridRequest& request, WorkerProcess& worker, const TakePoints& take);

}  // namespace warpledger
