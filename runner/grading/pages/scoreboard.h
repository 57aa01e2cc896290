#pragma once

#include <string>
#include <vector>

#include "grading/score/grade.h"
#include "model/grading.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

// Autolab's scoreboard, from checks on a GPU: correct points and points so far, largest first, then a column per
// measure of time, smallest first. Checks do not time the reference, but its mean is the same for all, so a
// submission's geometric mean orders the class like the ratio. A time limit uses the slowest point.
//
// Autolab reads a missing value as 0, which ranks first by time. A submission without an entry ranks last by correct
// points.

/// A measure of time that rules of a problem share.
struct ScoreboardColumn {
  std::string header;       ///< "Coalesced slowest point (us)"; no colon, which Autolab misreads
  std::size_t problem = 0;  ///< in Grading::problems
  std::size_t rule = 0;     ///< the first that uses the measure
};

/// Returns the columns of times; empty if no rule uses times: Autolab's default scoreboard suffices.
std::vector<ScoreboardColumn> scoreboard_columns(const Grading& grading);

/// Returns the JSON that a lecturer pastes into Autolab; empty without columns. Autolab sorts by the first three
/// columns.
std::string scoreboard_specification(const Grading& grading);

/// Returns the entry of a run (a UUID), with times in microseconds. Empty if points are missing, incorrect or untimed,
/// because it would mislead.
std::vector<double> scoreboard_entry(const LedgerReader& ledger, const Experiment& experiment,
                                     const std::string& run_uuid, double points);

}  // namespace warpledger
