#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/reader.h"

namespace warpledger {

/// What comparing identical code on a device came to.
struct NoiseFloor {
  std::string run;           ///< written: how the UUID of a run on that device begins
  std::string tool_version;  ///< written
  std::string device_name;   ///< read
  std::string measured_utc;  ///< read
  std::int64_t comparisons = 0;
  std::int64_t false_verdicts = 0;  ///< FASTER or SLOWER
  double relative = 0;              ///< [1] 99 in 100 gaps were less than this share of the time ...
  double offset_ns = 0;             ///< ... and so much beside it
  double threshold = 0;             ///< [1] the smallest gap that counted
};

/// Adds it to the ledger at `path`, which must exist.
void write_noise_floor(const std::string& path, const std::string& schema_folder, const NoiseFloor& floor);

/// The newest of a device that was measured by `now_utc`; absent when its noise was not measured.
std::optional<NoiseFloor> noise_floor_of(const LedgerReader& ledger, const std::string& device_uuid,
                                         const std::string& now_utc);

}  // namespace warpledger
