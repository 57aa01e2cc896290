#include "backend_cuda/nvml.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/error.h"

namespace warpledger {
namespace {

// From NVML's documentation; nvml.h is not needed.
constexpr int kInsufficientSize = 7;

struct FieldValue {
  unsigned int field = 0;
  unsigned int scope = 0;
  long long timestamp_us = 0;
  long long latency_us = 0;
  int value_type = 0;
  int result = 0;
  unsigned long long value = 0;  // a union; the fields used here are integers
};

struct ProcessInfo {
  unsigned int pid = 0;
  unsigned long long used_bytes = 0;
  unsigned int gpu_instance = 0;
  unsigned int compute_instance = 0;
};

static_assert(sizeof(FieldValue) == 40 && sizeof(ProcessInfo) == 24, "the driver's own layout");

using GetHandleByUuid = int(const char*, void**);
using GetReasons = int(void*, unsigned long long*);
using GetFieldValues = int(void*, int, FieldValue*);
using GetNumber = int(void*, unsigned int*);
using GetNumberOf = int(void*, int, unsigned int*);  // of a sensor or clock
using SetClocks = int(void*, unsigned int, unsigned int);
using OfDevice = int(void*);
using GetProcesses = int(void*, unsigned int*, ProcessInfo*);

struct ThrottleField {
  unsigned int field;
  std::uint64_t reason;
};

// NVML_FI_DEV_PERF_POLICY_* (older drivers) and NVML_FI_DEV_CLOCKS_EVENT_REASON_*.
constexpr std::array<ThrottleField, 1> kPowerCapFields = {{{74, kSwPowerCap}}};
constexpr std::array<ThrottleField, 4> kOtherFields = {
    {{75, kSwThermalSlowdown}, {251, kSwThermalSlowdown}, {252, kHwThermalSlowdown}, {253, kHwPowerBrake}}};

std::span<const ThrottleField> fields_of(TimedReasons reasons) {
  if (reasons == TimedReasons::power_cap) return kPowerCapFields;
  return kOtherFields;
}

}  // namespace

// The initial namespace has a fixed number (Linux, PROC_PID_INIT_INO).
bool in_own_process_namespace() {
  std::error_code ignored;  // without /proc, assume a namespace
  return std::filesystem::read_symlink("/proc/self/ns/pid", ignored) != "pid:[4026531836]";
}

Nvml::Nvml(const std::string& uuid) {
  auto* const handle_by_uuid = library_.function<GetHandleByUuid>("nvmlDeviceGetHandleByUUID");
  if (handle_by_uuid == nullptr) throw Error(fmt::format("{} is too old", kNvmlLibrary), kNvmlHint);
  if (const int result = handle_by_uuid(uuid.c_str(), &device_); result != kNvmlSuccess)
    throw Error(fmt::format("{} does not know the GPU {} (NVML error {})", kNvmlLibrary, uuid, result), kNvmlHint);
}

std::optional<std::uint64_t> Nvml::clock_event_reasons() const {
  auto* get = library_.function<GetReasons>("nvmlDeviceGetCurrentClocksEventReasons");
  if (get == nullptr)
    get = library_.function<GetReasons>("nvmlDeviceGetCurrentClocksThrottleReasons");  // before driver 535
  unsigned long long reasons = 0;
  if (get == nullptr || get(device_, &reasons) != kNvmlSuccess) return std::nullopt;
  return reasons;
}

std::vector<ThrottleTime> Nvml::throttled_ns(TimedReasons of) const {
  const std::span<const ThrottleField> fields = fields_of(of);
  auto* const get = library_.function<GetFieldValues>("nvmlDeviceGetFieldValues");
  std::vector<FieldValue> values(fields.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i].field = fields[i].field;
  if (get == nullptr || get(device_, static_cast<int>(values.size()), values.data()) != kNvmlSuccess) return {};
  std::vector<ThrottleTime> times;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].result == kNvmlSuccess) times.push_back({fields[i].reason, values[i].value});
  return times;
}

DeviceState Nvml::state() const {
  constexpr int kGpuSensor = 0, kMemoryClock = 2;
  constexpr unsigned int kUnknownPstate = 32;
  const auto number = [&](const char* name) -> std::optional<double> {
    auto* const get = library_.function<GetNumber>(name);
    unsigned int value = 0;
    return get != nullptr && get(device_, &value) == kNvmlSuccess ? std::optional<double>(value) : std::nullopt;
  };
  const auto number_of = [&](const char* name, int what) -> std::optional<double> {
    auto* const get = library_.function<GetNumberOf>(name);
    unsigned int value = 0;
    return get != nullptr && get(device_, what, &value) == kNvmlSuccess ? std::optional<double>(value) : std::nullopt;
  };
  DeviceState state{.power_w = number("nvmlDeviceGetPowerUsage"),  // milliwatts
                    .temperature_c = number_of("nvmlDeviceGetTemperature", kGpuSensor),
                    .memory_clock_mhz = number_of("nvmlDeviceGetClockInfo", kMemoryClock),
                    .pstate = number("nvmlDeviceGetPerformanceState")};
  if (state.power_w) *state.power_w *= 1e-3;
  if (state.pstate == kUnknownPstate) state.pstate.reset();
  return state;
}

std::optional<std::vector<std::uint32_t>> Nvml::compute_processes() const {
  auto* const get = library_.function<GetProcesses>("nvmlDeviceGetComputeRunningProcesses_v3");
  if (get == nullptr) return std::nullopt;
  std::vector<ProcessInfo> processes(16);
  int result = kInsufficientSize;
  for (int attempt = 0; attempt < 3 && result == kInsufficientSize; ++attempt) {
    auto count = static_cast<unsigned int>(processes.size());
    result = get(device_, &count, processes.data());
    processes.resize(result == kInsufficientSize ? 2 * std::size_t{count} : count);  // others may start meanwhile
  }
  if (result != kNvmlSuccess) return std::nullopt;
  std::vector<std::uint32_t> pids;
  for (const ProcessInfo& process : processes) pids.push_back(process.pid);
  return pids;
}

std::optional<unsigned int> Nvml::greatest_sm_clock_mhz() const {
  constexpr int kSmClock = 1;
  auto* const get = library_.function<GetNumberOf>("nvmlDeviceGetMaxClockInfo");
  unsigned int mhz = 0;
  if (get == nullptr || get(device_, kSmClock, &mhz) != kNvmlSuccess) return std::nullopt;
  return mhz;
}

int Nvml::lock_clocks(unsigned int mhz) const {
  auto* const set = library_.function<SetClocks>("nvmlDeviceSetGpuLockedClocks");
  return set == nullptr ? kNvmlNotSupported : set(device_, mhz, mhz);
}

int Nvml::reset_clocks() const {
  auto* const reset = library_.function<OfDevice>("nvmlDeviceResetGpuLockedClocks");
  return reset == nullptr ? kNvmlNotSupported : reset(device_);
}

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
    reasons_since_read();
  } catch (const Error& error) {
    why_not_ = error.problem();
  }
}

bool GpuWatch::are_old() const {
  constexpr std::chrono::milliseconds kStep{100};
  return std::chrono::steady_clock::now() - slowed_read_at_ > kStep;
}

std::uint64_t GpuWatch::reasons_since_read() {
  const std::vector<ThrottleTime> capped_before =
      std::exchange(capped_ns_, nvml_->throttled_ns(TimedReasons::power_cap));
  const std::uint64_t capped = reasons_between(capped_before, capped_ns_);
  if (!are_old()) return capped;
  const std::vector<ThrottleTime> slowed_before = std::exchange(slowed_ns_, nvml_->throttled_ns(TimedReasons::others));
  slowed_read_at_ = std::chrono::steady_clock::now();
  return capped | reasons_between(slowed_before, slowed_ns_);
}

void GpuWatch::begin() {
  if (nvml_) reasons_since_read();
}

Health GpuWatch::since_last() {
  if (!nvml_) return Health::unknown(why_not_);
  Health health;
  // Adds the current reasons: times advance in steps, and some GPUs have none.
  const std::optional<std::uint64_t> now = nvml_->clock_event_reasons();
  const std::uint64_t since = reasons_since_read();
  if (now || !capped_ns_.empty() || !slowed_ns_.empty())
    health.throttling = throttling_of(now.value_or(0) | since);
  else
    health.why_no_throttling = "this GPU does not report why its clocks change";
  health.state = nvml_->state();
  if (const auto processes = nvml_->compute_processes())
    count_others(*processes, static_cast<std::uint32_t>(getpid()), static_cast<std::uint32_t>(getppid()),
                 in_own_process_namespace(), health);
  else
    health.why_no_processes = "this driver does not list the processes on the GPU";
  return health;
}

}  // namespace warpledger
