#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/metric.h"

namespace warpledger {

/// Every fact that a device may state and an expression may use by name.
inline constexpr std::array<std::string_view, 21> kDeviceFacts = {
    "sm_count",
    "cc_major",
    "cc_minor",
    "clock_khz",
    "memory_clock_khz",
    "memory_bus_bits",
    "global_memory_bytes",
    "l2_bytes",
    "shared_per_block_bytes",
    "shared_per_block_optin_bytes",
    "shared_per_sm_bytes",
    "constant_bytes",
    "registers_per_block",
    "registers_per_sm",
    "max_threads_per_block",
    "max_threads_per_sm",
    "max_blocks_per_sm",
    "warp_size",
    "fp32_per_sm",
    "fp64_per_sm",
    "l1l2_bytes_per_clk_per_sm",
};

/// A device as plans, ledgers and reports see it.
struct Device {
  std::string id;       ///< what the user wrote or could write: "cuda:0", "host:rtx4090"
  std::string backend;  ///< "cuda", "host" or "scripted"
  std::string uuid;     ///< identity across runs: the GPU's UUID; for a host profile "host:<profile>:<sha256 prefix>"
  std::string name;     ///< "NVIDIA H200"; for the host "CPU as NVIDIA GeForce RTX 4090"
  std::string chip;     ///< CUPTI's chip name, "GH100"; empty when unknown

  /// Numbers that expressions may use by name and that reports divide by. A fact that is not known is absent, never 0.
  /// Names: kDeviceFacts.
  std::map<std::string, std::int64_t> facts;

  /// What may change between two runs on the same device: driver, runtime, compiler, host CPU... Free text by name.
  std::map<std::string, std::string> environment;
};

/// How much of devices is asked for.
enum class DeviceDetail {
  all,
  facts,  ///< what tells them apart, and their facts: what opens no profiler and runs no compiler
};

/// One thing that `warpledger doctor` looked at: whether it works, what was found, and what to do where it does not.
struct Finding {
  std::string what;  ///< "host compiler", "counter permission"
  bool works = false;
  std::string detail;  ///< what was found, or why it does not work
  std::string hint;    ///< empty when it works
};

/// What makes a GPU slow its own clocks down.
enum class ThrottleCause {
  thermal,   ///< it or its memory is too hot
  power,     ///< its power limit, or the power supply's brake
  hardware,  ///< its protection circuit, which does not say why
};

inline constexpr std::array<std::string_view, 3> kThrottleCauses = {"thermal", "power", "hardware"};

/// Which causes were seen, by ThrottleCause.
using Throttling = std::array<bool, kThrottleCauses.size()>;

/// In which state a GPU was at one moment. What it does not report is absent.
struct DeviceState {
  std::optional<double> power_w;
  std::optional<double> temperature_c;
  std::optional<double> memory_clock_mhz;
  std::optional<double> pstate;  ///< 0 the fastest, 15 the slowest
};

/// What may have disturbed a measurement from outside, and the state that the device was in.
struct Health {
  std::optional<Throttling> throttling;
  std::string why_no_throttling;  ///< why it is not known; else empty
  std::optional<int> other_gpu_processes;
  std::string why_no_processes;  ///< why they are not known; else empty
  std::optional<DeviceState> state;
  std::string why_no_state;  ///< why nothing is known of it; else empty

  /// Nothing is known, for one reason.
  static Health unknown(const std::string& reason) {
    return {std::nullopt, reason, std::nullopt, reason, std::nullopt, reason};
  }
};

inline constexpr const char* kThrottled = "throttled";
inline constexpr const char* kOtherGpuProcesses = "other_gpu_processes";
inline constexpr const char* kPower = "power_w";

/// Name of the metric that says whether that cause was seen: "throttled_thermal".
std::string throttled_by(std::string_view cause);

/// As metrics with source "attribute": kThrottled (0 or 1) and, where that is known, one like it for each cause;
/// kOtherGpuProcesses; kPower and one for each other number of the state, or where no state is known kPower alone.
std::vector<Metric> metrics_of(const Health& health);

}  // namespace warpledger
