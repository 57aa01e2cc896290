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

struct Device {
  std::string id;       ///< as a user writes it: "cuda:0", "host:rtx4090"
  std::string backend;  ///< "cuda", "host" or "scripted"
  std::string uuid;     ///< stable across runs: a GPU's UUID, or "host:<profile>:<sha256 prefix>"
  std::string name;     ///< "NVIDIA H200"; for the host "CPU as NVIDIA GeForce RTX 4090"
  std::string chip;     ///< CUPTI's name, "GH100"; empty when unknown

  /// For expressions and reports, named by kDeviceFacts. An unknown fact is absent, never 0.
  std::map<std::string, std::int64_t> facts;

  /// Driver, runtime, compiler, host CPU: free text that may change between runs on one device.
  std::map<std::string, std::string> environment;
};

enum class DeviceDetail {
  all,
  facts,  ///< without opening a profiler or running a compiler
};

struct Finding {
  std::string what;  ///< "host compiler", "counter permission"
  bool works = false;
  std::string detail;
  std::string hint;  ///< empty when it works
};

enum class ThrottleCause {
  thermal,   ///< of the GPU or its memory
  power,     ///< its limit, or the power supply's brake
  hardware,  ///< the protection circuit, which gives no reason
};

inline constexpr std::array<std::string_view, 3> kThrottleCauses = {"thermal", "power", "hardware"};

/// By ThrottleCause.
using Throttling = std::array<bool, kThrottleCauses.size()>;

/// State of a GPU at one moment. Unreported values are absent.
struct DeviceState {
  std::optional<double> power_w;
  std::optional<double> temperature_c;
  std::optional<double> memory_clock_mhz;
  std::optional<double> pstate;  ///< 0 is the fastest, 15 the slowest
};

/// Disturbances of a measurement, and the device's state.
struct Health {
  std::optional<Throttling> throttling;
  std::string why_no_throttling;  ///< empty if it is known, likewise below
  std::optional<int> other_gpu_processes;
  std::string why_no_processes;
  std::optional<DeviceState> state;
  std::string why_no_state;

  static Health unknown(const std::string& reason) {
    return {std::nullopt, reason, std::nullopt, reason, std::nullopt, reason};
  }
};

inline constexpr const char* kThrottled = "throttled";
inline constexpr const char* kOtherGpuProcesses = "other_gpu_processes";
inline constexpr const char* kPower = "power_w";

/// Returns "throttled_thermal".
std::string throttled_by(std::string_view cause);

/// Returns metrics with source "attribute". Flags are 0 or 1; unknown causes are left out. An unknown state is one
/// metric, kPower, without a value.
std::vector<Metric> metrics_of(const Health& health);

}  // namespace warpledger
