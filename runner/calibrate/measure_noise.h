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
  std::vector<std::string> set;  ///< changes to the experiment, as for `run`
  std::int64_t rounds = 6;       ///< at least 4, so that some pairs share no run
  bool quiet = false;
};

/// Runs the experiment `noise` `rounds` times and compares each run with the previous one, although nothing differs.
/// Records the sizes of the gaps and the rate of false verdicts in the ledger.
NoiseFloor measure_noise(const NoiseOptions& options, const Console& console);

}  // namespace warpledger
