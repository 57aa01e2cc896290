#include "backend_cuda/nvml.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>

#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kLibrary = "libnvidia-ml.so.1";
constexpr const char* kHint =
    "install the NVIDIA driver's utilities; in a container: NVIDIA_DRIVER_CAPABILITIES=utility";

// The parts of NVML's interface that are used here, as its documentation gives them: nvml.h need not be installed.
constexpr int kSuccess = 0;
constexpr int kInsufficientSize = 7;

struct FieldValue {
  unsigned int field = 0;
  unsigned int scope = 0;
  long long timestamp_us = 0;
  long long latency_us = 0;
  int value_type = 0;
  int result = 0;
  unsigned long long value = 0;  // a union; all fields asked for here are whole numbers
};

struct ProcessInfo {
  unsigned int pid = 0;
  unsigned long long used_bytes = 0;
  unsigned int gpu_instance = 0;
  unsigned int compute_instance = 0;
};

static_assert(sizeof(FieldValue) == 40 && sizeof(ProcessInfo) == 24, "the driver's own layout");

using Plain = int();
using GetHandleByUuid = int(const char*, void**);
using GetReasons = int(void*, unsigned long long*);
using GetFieldValues = int(void*, int, FieldValue*);
using GetProcesses = int(void*, unsigned int*, ProcessInfo*);

struct ThrottleField {
  unsigned int field;
  std::uint64_t reason;
};

// NVML_FI_DEV_PERF_POLICY_* (older drivers) and NVML_FI_DEV_CLOCKS_EVENT_REASON_*.
constexpr std::array<ThrottleField, 5> kThrottleFields = {{{74, kSwPowerCap},
                                                           {75, kSwThermalSlowdown},
                                                           {251, kSwThermalSlowdown},
                                                           {252, kHwThermalSlowdown},
                                                           {253, kHwPowerBrake}}};

}  // namespace

void Nvml::Close::operator()(void* library) const { dlclose(library); }

template <class Function>
Function* Nvml::function(const char* name) const {
  return reinterpret_cast<Function*>(dlsym(library_.get(), name));
}

Nvml::Nvml(const std::string& uuid) : library_(dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) {
  if (!library_) throw Error(fmt::format("{} cannot be loaded", kLibrary), kHint);
  auto* const init = function<Plain>("nvmlInit_v2");
  auto* const handle_by_uuid = function<GetHandleByUuid>("nvmlDeviceGetHandleByUUID");
  if (init == nullptr || handle_by_uuid == nullptr || init() != kSuccess)
    throw Error(fmt::format("{} cannot be initialized", kLibrary), kHint);
  if (const int result = handle_by_uuid(uuid.c_str(), &device_); result != kSuccess) {
    if (auto* const shutdown = function<Plain>("nvmlShutdown")) shutdown();
    throw Error(fmt::format("{} does not know the GPU {} (NVML error {})", kLibrary, uuid, result), kHint);
  }
}

Nvml::~Nvml() {
  if (auto* const shutdown = function<Plain>("nvmlShutdown")) shutdown();
}

std::optional<std::uint64_t> Nvml::clock_event_reasons() const {
  auto* get = function<GetReasons>("nvmlDeviceGetCurrentClocksEventReasons");
  if (get == nullptr) get = function<GetReasons>("nvmlDeviceGetCurrentClocksThrottleReasons");  // before driver 535
  unsigned long long reasons = 0;
  if (get == nullptr || get(device_, &reasons) != kSuccess) return std::nullopt;
  return reasons;
}

std::vector<ThrottleTime> Nvml::throttled_ns() const {
  auto* const get = function<GetFieldValues>("nvmlDeviceGetFieldValues");
  std::array<FieldValue, kThrottleFields.size()> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values.at(i).field = kThrottleFields.at(i).field;
  if (get == nullptr || get(device_, static_cast<int>(values.size()), values.data()) != kSuccess) return {};
  std::vector<ThrottleTime> times;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values.at(i).result == kSuccess) times.push_back({kThrottleFields.at(i).reason, values.at(i).value});
  return times;
}

std::optional<std::vector<std::uint32_t>> Nvml::compute_processes() const {
  auto* const get = function<GetProcesses>("nvmlDeviceGetComputeRunningProcesses_v3");
  if (get == nullptr) return std::nullopt;
  std::vector<ProcessInfo> processes(16);
  int result = kInsufficientSize;
  for (int attempt = 0; attempt < 3 && result == kInsufficientSize; ++attempt) {
    auto count = static_cast<unsigned int>(processes.size());
    result = get(device_, &count, processes.data());
    processes.resize(result == kInsufficientSize ? 2 * std::size_t{count} : count);  // others may start meanwhile
  }
  if (result != kSuccess) return std::nullopt;
  std::vector<std::uint32_t> pids;
  for (const ProcessInfo& process : processes) pids.push_back(process.pid);
  return pids;
}

}  // namespace warpledger
