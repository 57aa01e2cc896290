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

/// What is measured in turn, and until when. The points of both sides run in one worker, one after the other in the
/// same memory, so that they share what neither is to blame for.
struct TurnsRequest {
  std::array<std::vector<Job>, 2> jobs;                    ///< before, after; measure.max_samples is what a round takes
  std::vector<std::pair<std::size_t, std::size_t>> pairs;  ///< places in the jobs: which are compared with each other
  Criteria criteria;                                       ///< by which a pair is decided
  double budget_s = 120;
};

struct TurnsCallbacks {
  std::function<bool()> stop_requested;
  /// Told after each round: how many of the pairs need no further one.
  std::function<void(std::size_t round, std::size_t over)> after_round = {};
};

/// What was measured of each side's jobs, in their order. A point that had no turn has no result.
struct Turns {
  std::array<std::vector<std::optional<Result>>, 2> results;
  bool stopped = false;          ///< by the user
  std::optional<Error> failure;  ///< of the worker, which ended it
};

/// Measures points that are compared with each other one right after the other, round by round in a drawn order, until
/// a look finds a verdict of each pair, one of them is not ok any more, or the budget is spent. Counters are not
/// counted.
///
/// A round in which a point was disturbed, or was too slow for all of its samples, does not count; it stands only for
/// points of which no round does.
Turns take_turns(const TurnsRequest& request, WorkerProcess& worker, const TurnsCallbacks& callbacks);

/// The samples of a result of take_turns() as compare() takes them.
TimedLaunches launches_in_turns(const Result& result);

}  // namespace warpledger
