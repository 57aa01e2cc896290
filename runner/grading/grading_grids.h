#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grading/grading_mark.h"
#include "spec/experiment.h"

namespace warpledger {

/// A grid that every submission of a class runs, with the family's own kernels where a submission's come in.
struct GradingGrid {
  GradingRole role = GradingRole::checked;
  std::string name;                   ///< "public" or "hidden 1"
  std::vector<std::string> set = {};  ///< what it changes of the experiment
  Experiment experiment;
};

/// What one submission runs.
struct GradingGrids {
  std::vector<GradingGrid> checked;  ///< verified only: the public grid and the hidden ones, with each secret seed
  GradingGrid counted;               ///< the whole experiment, other kernels of its tables too
  GradingGrid timed;                 ///< the submission's kernels over the public grid, without counters
  GradingGrid reference;             ///< the same with the family's kernels that are timed beside them
};

/// The grids of an experiment that has a grading. Without secret seeds, hidden grids run with the experiment's own.
GradingGrids grading_grids(const Library& library, const std::string& experiment,
                           const std::vector<std::uint64_t>& seeds);

}  // namespace warpledger
