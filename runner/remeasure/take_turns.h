#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "exec/worker_process.h"
#include "model/job.h"
#include "model/result.h"
#include "stats/verdict.h"

namespace warpledger {

/// Points of both sides run in one worker, one by one in the same memory, so that they share its effects.
struct TurnsRequest {
  std::array<std::vector<Job>, 2> jobs;                    ///< before, after; measure.max_samples is per round
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< indices of jobs
  Criteria criteria;
  double budget_s = 120;
};

struct TurnsCallbacks {
  std::function<bool()> stop_requested;
  /// Reports that `over` pairs need no further round.
  std::function<void(std::size_t round, std::size_t over)> after_round = {};
};

/// A point without a turn has no result.
struct Turns {
  std::array<std::vector<std::optional<Result>>, 2> results;
  bool stopped = false;          ///< by the user
  std::optional<Error> failure;  ///< of the worker
};

/// Measures the points of a pair immediately after each other, in rounds of random order, until each pair has a verdict
/// or failed, or the budget is spent.
///
/// A round with a disturbed point, or one too slow for all samples, counts only if no other round does.
Turns take_turns(const TurnsRequest& request, WorkerProcess& worker, const TurnsCallbacks& callbacks);

/// Returns the samples for compare().
TimedLaunches launches_in_turns(const Result& result);

}  // namespace warpledger
