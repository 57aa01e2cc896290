#include "backend_cuda/cuda_check.h"

#include <fmt/format.h>

#include "base/error.h"

namespace warpledger {

void check_cuda(cudaError_t result, const std::string& doing) {
  if (result == cudaSuccess) return;
  cudaGetLastError();  // so that a later, unrelated check does not meet it again
  throw Error(fmt::format("the GPU failed while {}: {}", doing, name_and_text(result)),
              "see what the machine has: warpledger doctor");
}

std::string name_and_text(cudaError_t error) {
  return fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error));
}

std::string usual_cause(cudaError_t error) {
  switch (error) {
    case cudaErrorIllegalAddress:
      return "usually an index outside a buffer, or a pointer that is none";
    case cudaErrorMisalignedAddress:
      return "usually a vector access (float4 and the like) whose address is no multiple of its size";
    case cudaErrorLaunchTimeout:
      return "usually a loop that does not end, on a GPU that also drives a display";
    case cudaErrorLaunchOutOfResources:
      return "usually more registers times threads than an SM has: fewer warps, or __launch_bounds__";
    case cudaErrorAssert:
      return "an assert() in the kernel was false";
    case cudaErrorIllegalInstruction:
    case cudaErrorInvalidPc:
      return "usually a return address or function pointer that was overwritten";
    case cudaErrorHardwareStackError:
      return "usually recursion or a local array too large for the stack";
    case cudaErrorLaunchFailure:
      return "usually an access outside shared or local memory, or a trap";
    case cudaErrorECCUncorrectable:
      return "the GPU's memory is defective: tell the administrator";
    default:
      return {};
  }
}

std::string launch_failure(const std::string& functions, cudaError_t error) {
  const std::string cause = usual_cause(error);
  return fmt::format("{} ended with {}{}{}", functions, name_and_text(error), cause.empty() ? "" : "; ", cause);
}

}  // namespace warpledger
