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
  std::vector<std::string> set;  ///< as for `run`
  std::int64_t rounds = 6;       ///< at least 4, so that some pairs share no run
  bool quiet = false;
};

/// Compares each of `rounds` runs of the experiment `noise` with the previous one, and records the sizes of the gaps
/// and the rate of false verdicts in the ledger.
NoiseFloor measure_noise(const NoiseOptions& options, const Console& console);

}  // namespace warpledger
