#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "judge/noise.h"
#include "store/reader.h"

namespace warpledger {

/// What comparing identical code on a device came to.
struct NoiseFloor {
  std::string device_name;
  std::string measured_utc;
  std::int64_t comparisons = 0;
  std::int64_t false_verdicts = 0;  ///< FASTER or SLOWER with `threshold`
  Noise noise;
  double threshold = 0;  ///< relative
};

/// The newest that the ledger has of a device; absent when its noise was not measured.
std::optional<NoiseFloor> noise_floor_of(const LedgerReader& ledger, const std::string& device_uuid);

}  // namespace warpledger
