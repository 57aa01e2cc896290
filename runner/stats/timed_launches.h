#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace warpledger {

struct TimedLaunches {
  std::vector<double> samples_ns;    ///< in the order of measurement
  std::vector<double> sm_clock_mhz;  ///< one per sample; NaN if not read
  std::string disturbance;           ///< such as "throttled"; else empty
  /// Alternating rounds (stats/rounds.h), each with as many samples; 0: sides were measured separately.
  std::size_t rounds = 0;
};

}  // namespace warpledger
