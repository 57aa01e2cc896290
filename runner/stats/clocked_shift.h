#pragma once

#include <optional>
#include <vector>

#include "stats/shift.h"
#include "stats/timed_launches.h"

namespace warpledger {

/// Cycles of the launches whose clock was read.
std::vector<double> cycles_of(const TimedLaunches& launches);

/// after / before of the same launches in time and in cycles.
struct ClockedShift {
  Shift time;
  std::optional<Shift> cycles;  ///< absent if too few clocks were read; in rounds, if any was not
  bool by_cycles = false;       ///< `time` is the shift in cycles over that of the clocks
};

/// Uses shift_of_rounds() if both sides have rounds, else shift_of(). Returns nullopt for too few samples.
///
/// Each shift also follows from the other one and the shift of the clocks, and is replaced if that makes its interval
/// clearly narrower. An H200 stays at 1980 or 1974 MHz for tens of launches. Times of compute-bound kernels then stay
/// at one of two levels, while their cycles agree within 0.03 %; for memory-bound kernels it is the reverse. The same
/// samples show 1 % more work in 96 instead of 70 of 100 kernels (benchmarks/verdicts-h200.md). The clocks' interval
/// assumes independent readings, because how long a clock stayed at a level is known, not estimated.
std::optional<ClockedShift> shift_of_launches(const TimedLaunches& before, const TimedLaunches& after,
                                              double confidence, bool has_sm_clock);

}  // namespace warpledger
