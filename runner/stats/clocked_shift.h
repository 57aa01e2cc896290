#pragma once

#include <optional>
#include <vector>

#include "stats/shift.h"
#include "stats/timed_launches.h"

namespace warpledger {

/// Returns the cycles of the launches whose clock was read.
std::vector<double> cycles_of(const TimedLaunches& launches);

/// after / before of the same launches in time and in cycles.
struct ClockedShift {
  Shift time;
  std::optional<Shift> cycles;  ///< absent if too few clocks were read, or in rounds if any was not
  bool by_cycles = false;       ///< `time` is computed from the shifts of cycles and clocks
};

/// Compares two sides with shift_of_rounds() if both have rounds, else with shift_of(). Returns nullopt for too few
/// samples.
///
/// As cycles are time x clock, each shift also follows from the other one and the shift of the clocks. The derived
/// shift is used if its interval is clearly narrower. An H200 stays at 1980 or 1974 MHz for tens of launches. Times of
/// compute-bound kernels then stay at one of two levels, while their cycles agree within 0.03 %; for memory-bound
/// kernels it is the reverse. This raises the detection of 1 % more work from 70 to 96 of 100 kernels with the same
/// samples (benchmarks/verdicts-h200.md). The clocks' interval assumes independent readings, because how long a clock
/// stays at a level is known, not estimated.
std::optional<ClockedShift> shift_of_launches(const TimedLaunches& before, const TimedLaunches& after,
                                              double confidence, bool has_sm_clock);

}  // namespace warpledger
