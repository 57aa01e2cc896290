#pragma once

#include <optional>
#include <vector>

#include "stats/shift.h"
#include "stats/timed_launches.h"

namespace warpledger {

/// Cycles of the launches whose clock was read.
std::vector<double> cycles_of(const TimedLaunches& launches);

/// after / before of the same launches in two units.
struct ClockedShift {
  Shift time;
  std::optional<Shift> cycles;  ///< absent where too few clocks were read; in rounds, where one was not
  bool by_cycles = false;       ///< `time` is the shift in cycles over that of the clocks
};

/// The shift of two sides by shift_of(), or by shift_of_rounds() where both have rounds. Nothing with too few samples.
///
/// Cycles are time x clock, and the clock is read with each launch: each of the two shifts can also be had from the
/// other one and that of the clocks. Where that makes its interval clearly narrower, it is taken. An H200 stays at 1980
/// or at 1974 MHz for tens of launches. Times of kernels that wait for the SMs then stay at one of two levels and
/// tell little of the long run, while their cycles agree within 0.03 %; with kernels that wait for memory it is the
/// other way round. Of 100 kernels with 1 % more work, the same samples show 96, not 70
/// (benchmarks/verdicts-h200.md). The interval of the clocks is one for independent readings: how long a clock stayed
/// at a level is known, not estimated.
std::optional<ClockedShift> shift_of_launches(const TimedLaunches& before, const TimedLaunches& after,
                                              double confidence, bool has_sm_clock);

}  // namespace warpledger
