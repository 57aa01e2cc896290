#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace warpledger {

/// Throws Error unless `result` is success; for calls that fail only when the machine, not the point, is at fault.
/// `doing` completes "while": "copying to the device".
void check_cuda(cudaError_t result, const std::string& doing);

/// "cudaErrorIllegalAddress: an illegal memory access was encountered".
std::string name_and_text(cudaError_t error);

/// What a student usually did to get that error, as a sentence; empty when nothing more can be said.
std::string usual_cause(cudaError_t error);

/// The reason of a point that ends with a device error: who, what, and what that usually means.
std::string launch_failure(const std::string& functions, cudaError_t error);

}  // namespace warpledger
