#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "store/noise_floor.h"

namespace warpledger {

struct NoiseOptions {
  std::string ledger = "results.db";
  std::string device = "cuda";
  std::vector<std::string> set;  ///< what is changed of the experiment, as for `run`
  std::int64_t rounds = 6;       ///< at least 4, so that pairs are left that share no run
  bool quiet = false;
};

/// Runs the experiment `noise` so many times, compares each run with the one before it, point by point, although
/// nothing differs, and adds to the ledger how large the gaps are and how often a verdict is false.
NoiseFloor measure_noise(const NoiseOptions& options, const Console& console);

}  // namespace warpledger
