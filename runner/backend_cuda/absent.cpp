// Replaces the cuda backend if CMake found no CUDA Toolkit.
#include "backend_cuda/clock_lock.h"
#include "backend_cuda/counter_plan.h"
#include "backend_cuda/cuda_backend.h"
#include "backend_cuda/cuda_diagnosis.h"
#include "backend_cuda/mig.h"
#include "backend_cuda/nvrtc.h"
#include "base/error.h"

namespace warpledger {
namespace {

constexpr const char* kProblem = "this program was built without the CUDA toolkit";
constexpr const char* kHint =
    "install CUDA Toolkit 12.6 or newer, configure and build again; or run on the CPU: --device host";

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& /*options*/) { throw Error(kProblem, kHint); }

Cubin cubin_for_arch(const Program& /*program*/, std::span<const std::string> /*functions*/, int /*arch*/,
                     const std::string& /*cache_dir*/) {
  throw Error(kProblem, kHint);
}

void compile_into_cache(const Compilation& /*compilation*/, int /*arch*/, const std::string& /*cache_dir*/) {
  throw Error(kProblem, kHint);
}

std::vector<Device> cuda_devices(std::span<const std::string> /*roots*/, DeviceDetail /*detail*/) { return {}; }

bool has_cuda_device() { return false; }

std::vector<Device> mig_devices() { return {}; }

std::vector<Finding> diagnose_cuda(std::span<const std::string> /*roots*/) {
  return {{"cuda backend", false, kProblem, kHint}};
}

CounterPlan plan_counters(const std::string& /*chip*/, std::span<const MetricRequest> /*requests*/) {
  throw Error(kProblem, kHint);
}

std::vector<ChipCounter> chip_counters(const std::string& /*chip*/) { throw Error(kProblem, kHint); }

std::unique_ptr<ClockLock> lock_clocks(const std::string& /*uuid*/, unsigned int /*mhz*/, pid_t /*owner*/) {
  throw Error(kProblem, kHint);
}

std::vector<std::string> known_chips() { throw Error(kProblem, kHint); }

}  // namespace warpledger
