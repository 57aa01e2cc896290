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

/// A grid of the family's kernels, which a submission's kernels replace.
struct GradingGrid {
  GradingRole role = GradingRole::checked;
  std::string name;        ///< "public" or "hidden 1"
  HiddenGrid hidden = {};  ///< of a hidden grid: its changes and their place
  Experiment experiment;
};

/// The grids that a submission runs.
struct GradingGrids {
  std::vector<GradingGrid> checked;  ///< public and hidden grids, per secret seed; only verified
  GradingGrid profiled;              ///< the complete experiment
  GradingGrid timed;                 ///< the submission's kernels over the public grid, without counters
  GradingGrid known;                 ///< the public grid with kernels to compare machine code with
  GradingGrid reference;             ///< the public grid with the reference kernels
};

/// Returns the grids of an experiment with a grading. Without secret seeds, hidden grids use the experiment's seed.
GradingGrids grading_grids(const Library& library, const std::string& experiment,
                           const std::vector<std::uint64_t>& seeds);

/// Throws Error if a submitted kernel has no points, or if a hidden grid has no points, no new ones, or impossible
/// ones.
void check_points(const GradingGrids& grids, const Device& device);

/// A point that is timed next to the reference.
struct TimedOrdinal {
  std::int64_t ordinal = 0;    ///< in GradingGrids::timed
  std::int64_t reference = 0;  ///< in GradingGrids::reference; not unique
  std::string kernel;
};

/// Returns the points that rules about time may use: those whose `where` is true or unknown. Throws Error if the
/// reference lacks one.
std::vector<TimedOrdinal> timed_ordinals(const GradingGrids& grids, const Library& library, const Device& device);

/// Returns a hint for each input of timed points that every launch fills equally. A kernel can remember results for it,
/// and no audit notices.
std::map<std::string, std::string> inputs_alike(const GradingGrids& grids, const std::vector<TimedOrdinal>& timed,
                                                const Device& device);

/// Ordinals in GradingGrids::profiled.
struct ProfiledOrdinals {
  std::vector<std::int64_t> submitted;  ///< of the submission's kernels
  std::vector<std::int64_t> others;     ///< of other kernels: measured once for the class
};

ProfiledOrdinals profiled_ordinals(const GradingGrids& grids, const Device& device);

}  // namespace warpledger
