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

/// Points to measure in turn, and when to stop. The points of both sides run in one worker, one by one in the same
/// memory, so that they share effects that neither causes.
struct TurnsRequest {
  std::array<std::vector<Job>, 2> jobs;  ///< before, after; measure.max_samples is the number per round
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< indices of the jobs that are compared
  Criteria criteria;                                       ///< decides a pair
  double budget_s = 120;
};

struct TurnsCallbacks {
  std::function<bool()> stop_requested;
  /// Called after each round with the number of pairs that need no further one.
  std::function<void(std::size_t round, std::size_t over)> after_round = {};
};

/// Results of each side's jobs, in their order. A point without a turn has none.
struct Turns {
  std::array<std::vector<std::optional<Result>>, 2> results;
  bool stopped = false;          ///< by the user
  std::optional<Error> failure;  ///< of the worker, which ended the measurement
};

/// Measures the points of a pair one immediately after the other, round by round in random order, until each pair has a
/// verdict or a failed point, or the budget is spent. Does not collect counters.
///
/// A round does not count if a point was disturbed or too slow for all its samples; it is used only for points without
/// a counting round.
Turns take_turns(const TurnsRequest& request, WorkerProcess& worker, const TurnsCallbacks& callbacks);

/// Returns the samples of a result of take_turns() for compare().
TimedLaunches launches_in_turns(const Result& result);

}  // namespace warpledger
