#include "backend_cuda/cuda_check.h"

#include <fmt/format.h>

#include "backend_cuda/toolkit_library.h"
#include "base/error.h"
#include "exec/backend.h"

namespace warpledger {
namespace {

std::string describe(CUptiResult result, const std::string& function) {
  switch (result) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      return fmt::format("this user has no permission to read hardware counters (CUPTI error {}): {}",
                         static_cast<int>(result), kCounterPermissionHint);
    case CUPTI_ERROR_HARDWARE_BUSY:
      return fmt::format(
          "another program uses the GPU's counters (CUPTI error {}): stop ncu, or pause DCGM with 'dcgmi profile "
          "--pause'",
          static_cast<int>(result));
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return fmt::format(
          "another tool is attached to this process (CUPTI error {}): run without ncu, nsys, compute-sanitizer and "
          "cuda-gdb",
          static_cast<int>(result));
    default: {
      const char* name = nullptr;
      if (CUPTI(cuptiGetResultString)(result, &name) != CUPTI_SUCCESS || name == nullptr) name = "unknown";
      return fmt::format("{} returned {} (CUPTI error {})", function, name, static_cast<int>(result));
    }
  }
}

}  // namespace

bool is_kernel_fault(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidPc:
    case cudaErrorHardwareStackError:
    case cudaErrorLaunchFailure:
    case cudaErrorECCUncorrectable:
      return true;
    default:
      return false;
  }
}

void check_cuda(cudaError_t result, const std::string& doing) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // clears it for later, unrelated checks
  if (is_kernel_fault(result))
    throw PointFailure(Outcome::launch_failed,
                       launch_failure(fmt::format("a launch (noticed while {})", doing), result));
  throw Error(fmt::format("the GPU failed while {}: {}", doing, name_and_text(result)),
              "`warpledger doctor` says what works on this machine");
}

std::string name_and_text(cudaError_t error) {
  return fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error));
}

std::string usual_cause(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
      return "usually an index outside a buffer, an invalid pointer, or recursion deeper than the stack";
    case cudaErrorInvalidAddressSpace:
      return "usually an address in global memory where one in shared memory is expected, or vice versa";
    case cudaErrorMisalignedAddress:
      return "usually a vector access, such as float4, at an address that is not a multiple of its size";
    case cudaErrorLaunchTimeout:
      return "usually an endless loop on a GPU that also drives a display";
    case cudaErrorLaunchOutOfResources:
      return "usually registers times threads exceed an SM's registers: use fewer warps or __launch_bounds__";
    case cudaErrorAssert:
      return "an assert() in the kernel failed";
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidPc:
      return "usually __trap(), or an overwritten return address or function pointer";
    case cudaErrorHardwareStackError:
      return "usually recursion deeper than the stack, or a local array too large for it";
    case cudaErrorLaunchFailure:
      return "usually __trap(), an access outside shared or local memory, or recursion deeper than the stack";
    case cudaErrorECCUncorrectable:
      return "the GPU's memory is defective: tell the administrator";
    default:
      return {};
  }
}

std::string launch_failure(const std::string& who, cudaError_t error) {
  const std::string cause = usual_cause(error);
  return fmt::format("{} ended with {}{}{}", who, name_and_text(error), cause.empty() ? "" : "; ", cause);
}

const char* const kCounterPermissionHint =
    "an administrator adds the line 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' to a file in "
    "/etc/modprobe.d, rebuilds the initramfs (update-initramfs -u or dracut -f) and reboots; a container needs "
    "--cap-add=SYS_ADMIN";

CuptiFailure::CuptiFailure(CUptiResult result, const std::string& function)
    : result_(result), message_(describe(result, function)) {}

void check_cupti(CUptiResult result, const char* function) {
  if (result != CUPTI_SUCCESS) throw CuptiFailure(result, function);
}

}  // namespace warpledger
