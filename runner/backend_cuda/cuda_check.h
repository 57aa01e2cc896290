#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace warpledger {

/// True for what a kernel did: it ends the context, and every later call of the process reports it.
bool is_kernel_fault(cudaError_t error);

/// Throws unless `result` is success: Error, because the machine and not the point is at fault; but
/// PointEnd{launch_failed} for the fault of a kernel, which any call after its launch may report. `doing` completes
/// "while": "copying to the device".
void check_cuda(cudaError_t result, const std::string& doing);

/// "cudaErrorIllegalAddress: an illegal memory access was encountered".
std::string name_and_text(cudaError_t error);

/// What a student usually did to get that error, as a sentence; empty when nothing more can be said.
std::string usual_cause(cudaError_t error);

/// The reason of a point that ends with a device error: who ("f with 4 blocks of 128 threads"), what, and what that
/// usually means.
std::string launch_failure(const std::string& who, cudaError_t error);

}  // namespace warpledger
