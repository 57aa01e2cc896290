#include "backend_cuda/gpu_watch.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

// The namespace of processes that the machine starts with has a number of its own (Linux, PROC_PID_INIT_INO).
bool in_own_process_namespace() {
  std::error_code ignored;  // without /proc nothing is known of others
  return std::filesystem::read_symlink("/proc/self/ns/pid", ignored) != "pid:[4026531836]";
}

}  // namespace

Throttling throttling_of(std::uint64_t reasons) {
  const bool thermal = (reasons & (kSwThermalSlowdown | kHwThermalSlowdown)) != 0;
  const bool power = (reasons & (kSwPowerCap | kHwPowerBrake)) != 0;
  // kHwSlowdown is also set with kHwThermalSlowdown and kHwPowerBrake.
  const bool explained = (reasons & (kHwThermalSlowdown | kHwPowerBrake)) != 0;
  return {thermal, power, (reasons & kHwSlowdown) != 0 && !explained};
}

std::uint64_t reasons_between(std::span<const ThrottleTime> before, std::span<const ThrottleTime> after) {
  std::uint64_t reasons = 0;
  for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
    if (after[i].reason == before[i].reason && after[i].held_ns > before[i].held_ns) reasons |= after[i].reason;
  return reasons;
}

void count_others(std::span<const std::uint32_t> processes, std::uint32_t own, std::uint32_t parent, bool walled_in,
                  Health& health) {
  if (std::ranges::count(processes, own) == 0) {
    health.why_no_processes = "the driver does not list this process either, as in some containers";
    return;
  }
  const auto others = std::ranges::count_if(processes, [&](std::uint32_t pid) { return pid != own && pid != parent; });
  if (others == 0 && walled_in)
    health.why_no_processes = "processes outside the container are not visible";
  else
    health.other_gpu_processes = static_cast<int>(others);
}

GpuWatch::GpuWatch(const std::string& uuid) {
  try {
    nvml_ = std::make_unique<Nvml>(uuid);
    throttled_ns_ = nvml_->throttled_ns();
  } catch (const Error& error) {
    why_not_ = error.problem();
  }
}

Health GpuWatch::since_last() {
  if (!nvml_) return Health::unknown(why_not_);
  Health health;
  // The reasons of this moment as well: the times advance in steps, and not every GPU has them.
  const std::optional<std::uint64_t> now = nvml_->clock_event_reasons();
  const auto before = std::exchange(throttled_ns_, nvml_->throttled_ns());
  if (now || !throttled_ns_.empty())
    health.throttling = throttling_of(now.value_or(0) | reasons_between(before, throttled_ns_));
  else
    health.why_no_throttling = "this GPU does not report why its clocks change";
  if (const auto processes = nvml_->compute_processes())
    count_others(*processes, static_cast<std::uint32_t>(getpid()), static_cast<std::uint32_t>(getppid()),
                 in_own_process_namespace(), health);
  else
    health.why_no_processes = "this driver does not list the processes on the GPU";
  return health;
}

}  // namespace warpledger
