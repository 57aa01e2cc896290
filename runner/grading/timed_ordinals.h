#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "grading/grading_grids.h"
#include "model/device.h"

namespace warpledger {

/// A point that is timed beside the reference.
struct TimedOrdinal {
  std::int64_t ordinal = 0;  ///< in the plan of GradingGrids::timed, and alike of GradingGrids::reference
  std::string kernel;        ///< the submission's
};

/// The points that a rule about time may look at, those where its `where` does not say no. Empty when no rule
/// is about time. Throws Error when the reference has no such point.
std::vector<TimedOrdinal> timed_ordinals(const GradingGrids& grids, const Library& library, const Device& device);

/// The points that a goal may look at, likewise: ordinals in the plan of `grids.counted`.
std::set<std::int64_t> goal_ordinals(const GradingGrids& grids, const Library& library, const Device& device);

}  // namespace warpledger
