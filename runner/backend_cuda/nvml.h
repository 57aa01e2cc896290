#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "backend_cuda/nvml_library.h"
#include "model/device.h"

namespace warpledger {

/// Bits of NVML's "clocks event reasons" that mean that a GPU slowed itself down (nvml.h, nvmlClocksEventReason*).
/// The others - idle, application clocks, sync boost, display - are settings.
inline constexpr std::uint64_t kSwPowerCap = 0x04;
inline constexpr std::uint64_t kHwSlowdown = 0x08;
inline constexpr std::uint64_t kSwThermalSlowdown = 0x20;
inline constexpr std::uint64_t kHwThermalSlowdown = 0x40;
inline constexpr std::uint64_t kHwPowerBrake = 0x80;

/// How long a throttling reason, one of the bits above, has held since the driver was loaded.
struct ThrottleTime {
  std::uint64_t reason = 0;
  std::uint64_t held_ns = 0;
};

/// The reasons that the GPU and its driver keep time of, by what it costs to read them: that of the power cap 0.5 us,
/// each of the others 0.1 to 0.7 ms on an H200, as the GPU's firmware is asked.
enum class TimedReasons { power_cap, others };

/// One GPU as the driver's management library sees it.
class Nvml {
 public:
  /// The GPU of that UUID ("GPU-..."). Throws Error when there is no library or no such GPU.
  explicit Nvml(const std::string& uuid);

  /// The reasons that hold at this moment, as bits. Absent where the GPU does not tell.
  std::optional<std::uint64_t> clock_event_reasons() const;
  /// Of those reasons of which the GPU tells. The times advance in steps of some 100 ms.
  std::vector<ThrottleTime> throttled_ns(TimedReasons of) const;
  /// The state of this moment.
  DeviceState state() const;
  /// Process ids that hold a context on the GPU. Absent where the driver does not tell.
  std::optional<std::vector<std::uint32_t>> compute_processes() const;
  /// The most that the SM clock can be. Absent where the GPU does not tell.
  std::optional<unsigned int> greatest_sm_clock_mhz() const;
  /// Holds the SM clock at `mhz` for whoever uses the GPU, until reset_clocks(). NVML's result, one of kNvml*.
  int lock_clocks(unsigned int mhz) const;
  int reset_clocks() const;

 private:
  NvmlLibrary library_;
  void* device_ = nullptr;
};

/// Whether this process sees only some of the machine's processes, as in a container.
bool in_own_process_namespace();

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

  /// What happened before does not count, but for slowdowns since their times were read, within the last 100 ms.
  void begin();

  /// What was seen since begin() or the last call: the power cap, and of other slowdowns those that hold now. Their
  /// times are read when the last reading is older than 100 ms, NVML's own step: for each point it took 1 ms, a tenth
  /// of a short one. So a slowdown that ends within a point of less than 100 ms may be missed.
  Health since_last();

 private:
  std::unique_ptr<Nvml> nvml_;
  std::string why_not_;
  /// The reasons that have held since the times were last read.
  std::uint64_t reasons_since_read();
  bool are_old() const;

  std::vector<ThrottleTime> capped_ns_, slowed_ns_;
  std::chrono::steady_clock::time_point slowed_read_at_;
};

}  // namespace warpledger
