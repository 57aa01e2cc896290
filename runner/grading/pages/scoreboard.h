#pragma once

#include <string>
#include <vector>

#include "grading/score/grade.h"
#include "model/grading.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

// Autolab's scoreboard, of what a check on a GPU says while students hand in. Its columns are how many points are
// correct and what the rules give so far, the most first, and one a measure that a rule about time looks at, the
// shortest first. A check times no reference, but the geometric mean of a submission's times over the points orders the
// class as the ratio of that to the reference's does, because the reference's mean is the same for all. A time limit
// looks at the slowest point.
//
// Autolab takes what is not there for 0: a submission without an entry is last by its correct points, and one with a
// gap would be the first by its time.

/// A measure of time that rules of a problem share.
struct ScoreboardColumn {
  std::string header;       ///< "Coalesced: slowest point (us)", without the colon, which Autolab misreads
  std::size_t problem = 0;  ///< of Grading::problems
  std::size_t rule = 0;     ///< the first that looks at it
};

/// Those of times. Empty where no rule looks at times: Autolab's default scoreboard has all there is then.
std::vector<ScoreboardColumn> scoreboard_columns(const Grading& grading);

/// The column specification that a lecturer gives Autolab; empty where there are no columns. Autolab sorts by the first
/// three columns alone.
std::string scoreboard_specification(const Grading& grading);

/// The entry of a run by its UUID, with `points` and times in microseconds. Empty where it would mislead: after a point
/// of a column's problem that is not correct, and without the time of each point that a column looks at.
std::vector<double> scoreboard_entry(const LedgerReader& ledger, const Experiment& experiment,
                                     const std::string& run_uuid, double points);

}  // namespace warpledger
