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

/// Bits of NVML's clocks event reasons for throttling (nvmlClocksEventReason* of nvml.h). The other bits are settings.
inline constexpr std::uint64_t kSwPowerCap = 0x04;
inline constexpr std::uint64_t kHwSlowdown = 0x08;
inline constexpr std::uint64_t kSwThermalSlowdown = 0x20;
inline constexpr std::uint64_t kHwThermalSlowdown = 0x40;
inline constexpr std::uint64_t kHwPowerBrake = 0x80;

/// Total time that a throttling reason, one bit, has held since the driver was loaded.
struct ThrottleTime {
  std::uint64_t reason = 0;
  std::uint64_t held_ns = 0;
};

/// Throttling reasons that have a time counter. On an H200 reading that of the power cap takes 0.5 us, each of the
/// others 0.1 to 0.7 ms.
enum class TimedReasons { power_cap, others };

class Nvml {
 public:
  /// Throws Error without the library or the GPU.
  explicit Nvml(const std::string& uuid);

  /// As bits; absent if not reported.
  std::optional<std::uint64_t> clock_event_reasons() const;
  /// Returns the reported times, which advance in steps of about 100 ms.
  std::vector<ThrottleTime> throttled_ns(TimedReasons of) const;
  DeviceState state() const;
  /// Returns ids of processes with a context on the GPU; absent if not reported.
  std::optional<std::vector<std::uint32_t>> compute_processes() const;
  std::optional<unsigned int> greatest_sm_clock_mhz() const;
  /// Locks the SM clock for all users of the GPU until reset_clocks(). Returns one of kNvml*.
  int lock_clocks(unsigned int mhz) const;
  int reset_clocks() const;

 private:
  NvmlLibrary library_;
  void* device_ = nullptr;
};

/// True if this process sees only some of the machine's processes, as in a container.
bool in_own_process_namespace();

/// `reasons` are NVML's bits.
Throttling throttling_of(std::uint64_t reasons);

/// Returns the bits of reasons whose time increased.
std::uint64_t reasons_between(std::span<const ThrottleTime> before, std::span<const ThrottleTime> after);

/// Sets the number of `processes` other than `own` and `parent` in `health`. Unknown if `own`, which has a context, is
/// not listed, or if none is found and `walled_in`: a container hides the processes outside.
void count_others(std::span<const std::uint32_t> processes, std::uint32_t own, std::uint32_t parent, bool walled_in,
                  Health& health);

class GpuWatch {
 public:
  /// Without NVML, all results are absent with that reason.
  explicit GpuWatch(const std::string& uuid);

  /// Discards earlier events, except slowdowns of the last 100 ms.
  void begin();

  /// Returns disturbances since begin() or the last call. Slowdowns other than the power cap are those of this moment,
  /// and those since their times were read, at most every 100 ms: reading took 1 ms, a tenth of a short point. So one
  /// that ends within a shorter point may be missed.
  Health since_last();

 private:
  std::unique_ptr<Nvml> nvml_;
  std::string why_not_;
  std::uint64_t reasons_since_read();
  bool are_old() const;

  std::vector<ThrottleTime> capped_ns_, slowed_ns_;
  std::chrono::steady_clock::time_point slowed_read_at_;
};

}  // namespace warpledger
