#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/nvml.h"
#include "model/device.h"

namespace warpledger {

/// What a set of NVML's clock event reasons says of throttling.
Throttling throttling_of(std::uint64_t reasons);

/// The reasons whose time went up from `before` to `after`, as bits.
std::uint64_t reasons_between(std::span<const ThrottleTime> before, std::span<const ThrottleTime> after);

/// How many of `processes` are neither `own` nor `parent`; fills that half of a Health. It is not known when the driver
/// does not list `own`, which holds a context, or when `walled_in` and nobody else shows: a container's process sees
/// no other container's.
void count_others(std::span<const std::uint32_t> processes, std::uint32_t own, std::uint32_t parent, bool walled_in,
                  Health& health);

/// Watches one GPU for what disturbs measurements.
class GpuWatch {
 public:
  /// `uuid` as in Device. Where NVML cannot be had, all answers are absent with that reason.
  explicit GpuWatch(const std::string& uuid);

  /// What was seen since the last call.
  Health since_last();

 private:
  std::unique_ptr<Nvml> nvml_;
  std::string why_not_;
  std::vector<ThrottleTime> throttled_ns_;
};

}  // namespace warpledger
