#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "grading/measure/grading_session.h"
#include "model/device.h"
#include "spec/experiment.h"

namespace warpledger {

/// A grid that every submission of a class runs, with the family's own kernels where a submission's come in.
struct GradingGrid {
  GradingRole role = GradingRole::checked;
  std::string name;        ///< "public" or "hidden 1"
  HiddenGrid hidden = {};  ///< of a hidden one: what it changes, and where it stands
  Experiment experiment;
};

/// What one submission runs.
struct GradingGrids {
  std::vector<GradingGrid> checked;  ///< verified only: the public grid and the hidden ones, with each secret seed
  GradingGrid profiled;              ///< the whole experiment, other kernels of its tables too
  GradingGrid timed;                 ///< the submission's kernels over the public grid, without counters
  GradingGrid known;                 ///< the public grid with the family's kernels that submissions are compared with
  GradingGrid reference;             ///< the same with the family's kernels that are timed beside them
};

/// The grids of an experiment that has a grading. Without secret seeds, hidden grids run with the experiment's own.
GradingGrids grading_grids(const Library& library, const std::string& experiment,
                           const std::vector<std::uint64_t>& seeds);

/// Throws Error where a kernel of submissions has no points on `device`, or a hidden grid has none, none that the
/// public grid lacks, or some that cannot be.
void check_points(const GradingGrids& grids, const Device& device);

/// A point that is timed beside the reference.
struct TimedOrdinal {
  std::int64_t ordinal = 0;    ///< in the plan of GradingGrids::timed
  std::int64_t reference = 0;  ///< in the plan of GradingGrids::reference; several points may have the same one
  std::string kernel;          ///< the submission's
};

/// The points that a rule about time may look at, those where its `where` does not say no. Empty when no rule
/// is about time. Throws Error when the reference has no such point.
std::vector<TimedOrdinal> timed_ordinals(const GradingGrids& grids, const Library& library, const Device& device);

/// The inputs of timed points that hold the same in each launch, since their fill is not random: what a kernel makes of
/// them it can remember, and no audit tells. Each with a hint.
std::map<std::string, std::string> inputs_alike(const GradingGrids& grids, const std::vector<TimedOrdinal>& timed,
                                                const Device& device);

/// The points of `grids.profiled`, as ordinals of its plan.
struct ProfiledOrdinals {
  std::vector<std::int64_t> submitted;  ///< of the submission's kernels
  std::vector<std::int64_t> others;     ///< of kernels that no submission replaces: the same for the whole class
};

ProfiledOrdinals profiled_ordinals(const GradingGrids& grids, const Device& device);

}  // namespace warpledger
