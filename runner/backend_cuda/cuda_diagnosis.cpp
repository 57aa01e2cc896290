#include "backend_cuda/cuda_diagnosis.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <fstream>

#include "backend_cuda/counter_collector.h"
#include "backend_cuda/cuda_check.h"
#include "backend_cuda/cuda_device.h"
#include "backend_cuda/mig.h"
#include "backend_cuda/nvrtc.h"
#include "backend_cuda/range_session.h"
#include "base/error.h"
#include "model/device_name.h"

namespace warpledger {
namespace {

Finding diagnose_driver(const DriverState& state) {
  const std::string version = driver_version();
  const std::string detail = version.empty() ? "loaded" : "version " + version;
  return {"NVIDIA driver", state.problem.empty(), state.problem.empty() ? detail : state.problem, state.hint};
}

Finding diagnose_compiler() {
  try {
    const std::vector<int> architectures = nvrtc_architectures();
    return {"kernel compiler", true,
            fmt::format("NVRTC {}, compiles for sm_{} to sm_{}", nvrtc_version(), architectures.front(),
                        architectures.back()),
            ""};
  } catch (const Error& error) {
    return {"kernel compiler", false, error.problem(), error.hint()};
  }
}

Finding diagnose_gpu(int index, std::span<const std::string> roots) {
  const std::string what = fmt::format("cuda:{}", index);
  try {
    const Device device = describe_cuda_device(index, roots);
    return {what, true,
            fmt::format("{}, compute capability {}.{}, {} SMs, {}", device.name, device.facts.at("cc_major"),
                        device.facts.at("cc_minor"), device.facts.at("sm_count"),
                        device.chip.empty() ? "a chip unknown to CUPTI" : device.chip),
            ""};
  } catch (const Error& error) {
    return {what, false, error.problem(), error.hint()};
  }
}

/// For devices that are opened by UUID only.
Finding diagnose_part(const Device& device) {
  const std::string why_not = why_unusable(device);
  const bool works = why_not.empty();
  return {device.id, works,
          works ? fmt::format("{}, {}", device.name, device.uuid) : fmt::format("{}: {}", device.name, why_not),
          works ? "" : "an administrator makes instances: nvidia-smi mig -cgi PROFILE -C"};
}

// Returns the driver's restriction on reading counters; empty if unknown.
std::string admin_only_setting() {
  std::ifstream params("/proc/driver/nvidia/params");
  for (std::string line; std::getline(params, line);)
    if (line.starts_with("RmProfilingAdminOnly")) return line;
  return {};
}

// CUPTI cannot be asked in advance: switches profiling on and off again.
Finding diagnose_counters(int index) {
  const std::string what = fmt::format("hardware counters of cuda:{}", index);
  try {
    check_cuda(cudaSetDevice(index), "selecting a device");
    check_cuda(cudaFree(nullptr), "creating the device's context");
    const RangeSession session;
    return {what, true, "readable", ""};
  } catch (const CuptiFailure& failure) {
    const bool forbidden = failure.result() == CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
    const std::string setting = admin_only_setting();
    if (!forbidden) return {what, false, failure.what(), "times are still measured; counters stay empty"};
    return {what, false,
            fmt::format("this user has no permission to read them (CUPTI error {}{})",
                        static_cast<int>(failure.result()), setting.empty() ? "" : "; the driver says " + setting),
            kCounterPermissionHint};
  } catch (const Error& error) {
    return {what, false, error.problem(), error.hint()};
  }
}

}  // namespace

std::vector<Finding> diagnose_cuda(std::span<const std::string> roots) {
  const DriverState state = driver_state();
  std::vector<Finding> findings = {diagnose_driver(state), diagnose_compiler()};
  for (int index = 0; index < state.devices; ++index) {
    findings.push_back(diagnose_gpu(index, roots));
    findings.push_back(diagnose_counters(index));
  }
  for (const Device& device : mig_devices()) findings.push_back(diagnose_part(device));
  return findings;
}

}  // namespace warpledger
