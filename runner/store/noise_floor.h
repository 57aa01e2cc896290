#pragma once

#include <cstdint>
#include <string>

namespace warpledger {

/// What comparing identical code on a device came to.
struct NoiseMeasurement {
  std::string run;  ///< how the UUID of a run on that device begins
  std::string tool_version;
  std::int64_t comparisons = 0;
  std::int64_t false_verdicts = 0;  ///< FASTER or SLOWER
  double relative = 0;              ///< [1] 99 in 100 gaps were less than this share of the time ...
  double offset_ns = 0;             ///< ... and so much beside it
  double threshold = 0;             ///< [1] the smallest gap that counted
};

/// Adds it to the ledger at `path`, which must exist.
void write_noise_floor(const std::string& path, const std::string& schema_folder, const NoiseMeasurement& floor);

}  // namespace warpledger
