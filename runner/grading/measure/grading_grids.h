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

/// A grid that every submission runs. It has the family's kernels, which a submission's kernels replace.
struct GradingGrid {
  GradingRole role = GradingRole::checked;
  std::string name;        ///< "public" or "hidden 1"
  HiddenGrid hidden = {};  ///< of a hidden grid: its changes and their place
  Experiment experiment;
};

/// The grids of one grading.
struct GradingGrids {
  std::vector<GradingGrid> checked;  ///< public and hidden grids, once per secret seed; only verified
  GradingGrid profiled;              ///< the complete experiment, with kernels that no submission replaces
  GradingGrid timed;                 ///< the submission's kernels over the public grid, without counters
  GradingGrid known;      ///< the public grid with the family's kernels that submissions' machine code is compared with
  GradingGrid reference;  ///< the public grid with the reference kernels
};

/// Returns the grids of an experiment with a grading. Without secret seeds, hidden grids use the experiment's seed.
GradingGrids grading_grids(const Library& library, const std::string& experiment,
                           const std::vector<std::uint64_t>& seeds);

/// Throws Error if a submitted kernel has no points on `device`, or if a hidden grid has none, adds none to the public
/// grid, or has impossible ones.
void check_points(const GradingGrids& grids, const Device& device);

/// A point that is timed next to the reference.
struct TimedOrdinal {
  std::int64_t ordinal = 0;    ///< in the plan of GradingGrids::timed
  std::int64_t reference = 0;  ///< in the plan of GradingGrids::reference; points may share one
  std::string kernel;          ///< the submission's
};

/// Returns the points that rules about time may look at: those whose `where` is true or unknown. Empty if no rule is
/// about time. Throws Error if the reference lacks a point.
std::vector<TimedOrdinal> timed_ordinals(const GradingGrids& grids, const Library& library, const Device& device);

/// Returns a hint for each input of the timed points that is the same in every launch because its fill is not random. A
/// kernel can remember what it computed from it, and no audit notices.
std::map<std::string, std::string> inputs_alike(const GradingGrids& grids, const std::vector<TimedOrdinal>& timed,
                                                const Device& device);

/// Ordinals in the plan of `grids.profiled`.
struct ProfiledOrdinals {
  std::vector<std::int64_t> submitted;  ///< of the submission's kernels
  std::vector<std::int64_t> others;     ///< of kernels that no submission replaces: measured once for the class
};

ProfiledOrdinals profiled_ordinals(const GradingGrids& grids, const Device& device);

}  // namespace warpledger
