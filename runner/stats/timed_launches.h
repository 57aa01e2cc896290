#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpledger {

/// The timed launches of one point in one run.
struct TimedLaunches {
  std::vector<double> samples_ns;    ///< in the order of measurement
  std::vector<double> sm_clock_mhz;  ///< one per sample, NaN where it was not read
  std::string disturbance;           ///< what disturbed the device meanwhile: "throttled"; empty when nothing did
  /// Of as many samples each, taken in turn with the other side's (stats/rounds.h); 0: each side at its own time.
  std::size_t rounds = 0;
};

}  // namespace warpledger
