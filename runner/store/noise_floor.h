#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/reader.h"

namespace warpledger {

/// Result of comparing runs of identical code on a device.
struct NoiseFloor {
  std::string run;           ///< when writing: UUID prefix of a run on that device
  std::string tool_version;  ///< when writing
  std::string device_name;   ///< when reading
  std::string measured_utc;  ///< when reading
  std::int64_t comparisons = 0;
  std::int64_t false_verdicts = 0;  ///< comparisons that ended as FASTER or SLOWER
  double relative = 0;              ///< [1] 99% of gaps are below relative * time + offset_ns
  double offset_ns = 0;
  double threshold = 0;  ///< [1] smallest gap that counted
};

void write_noise_floor(const std::string& path, const std::string& schema_folder, const NoiseFloor& floor);

/// Returns the newest noise floor measured by `now_utc`; nothing if there is none.
std::optional<NoiseFloor> noise_floor_of(const LedgerReader& ledger, const std::string& device_uuid,
                                         const std::string& now_utc);

}  // namespace warpledger
