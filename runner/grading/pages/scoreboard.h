#pragma once

#include <string>
#include <vector>

#include "grading/score/grade.h"
#include "model/grading.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

// Autolab's scoreboard, from checks on a GPU while students submit. Columns: correct points and points so far, largest
// first; then one per measure that a rule about time uses, smallest first. A check does not time the reference. The
// geometric mean of a submission's times still orders the class as the ratio does, because the reference's mean is the
// same for all. A time limit uses the slowest point.
//
// Autolab reads a missing value as 0. A submission without an entry therefore ranks last by correct points, but a
// missing time would rank first.

/// A measure of time that rules of a problem share.
struct ScoreboardColumn {
  std::string header;       ///< "Coalesced slowest point (us)"; no colon, which Autolab misreads
  std::size_t problem = 0;  ///< index in Grading::problems
  std::size_t rule = 0;     ///< index of the first rule that uses the measure
};

/// Returns the columns of times. Empty if no rule uses times; Autolab's default scoreboard suffices then.
std::vector<ScoreboardColumn> scoreboard_columns(const Grading& grading);

/// Returns the column specification that a lecturer pastes into Autolab; empty without columns. Autolab sorts by the
/// first three columns only.
std::string scoreboard_specification(const Grading& grading);

/// Returns the entry of a run (a UUID), with `points` and times in microseconds. Empty, because it would mislead, if
/// the run is incomplete, if a point of a column's problem is incorrect, or if a column lacks a time.
std::vector<double> scoreboard_entry(const LedgerReader& ledger, const Experiment& experiment,
                                     const std::string& run_uuid, double points);

}  // namespace warpledger
