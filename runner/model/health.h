#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/metric.h"

namespace warpledger {

/// What makes a GPU slow its own clocks down.
enum class ThrottleCause {
  thermal,   ///< it or its memory is too hot
  power,     ///< its power limit, or the power supply's brake
  hardware,  ///< its protection circuit, which does not say why
};

inline constexpr std::array<std::string_view, 3> kThrottleCauses = {"thermal", "power", "hardware"};

/// Which causes were seen, by ThrottleCause.
using Throttling = std::array<bool, kThrottleCauses.size()>;

/// What may have disturbed a measurement from outside.
struct Health {
  std::optional<Throttling> throttling;
  std::string why_no_throttling;  ///< why it is not known; else empty
  std::optional<int> other_gpu_processes;
  std::string why_no_processes;  ///< why they are not known; else empty

  /// Nothing is known, for one reason.
  static Health unknown(const std::string& reason) { return {std::nullopt, reason, std::nullopt, reason}; }
};

inline constexpr const char* kThrottled = "throttled";
inline constexpr const char* kOtherGpuProcesses = "other_gpu_processes";

/// Name of the metric that says whether that cause was seen: "throttled_thermal".
std::string throttled_by(std::string_view cause);

/// As metrics with source "attribute": kThrottled (0 or 1) and, where that is known, one like it for each cause;
/// kOtherGpuProcesses.
std::vector<Metric> metrics_of(const Health& health);

}  // namespace warpledger
