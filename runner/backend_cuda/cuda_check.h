#pragma once

#include <cuda_runtime_api.h>
#include <cupti_result.h>

#include <exception>
#include <string>

namespace warpledger {

/// True for what a kernel did: it ends the context, and every later call of the process reports it.
bool is_kernel_fault(cudaError_t error);

/// Throws unless `result` is success: Error, because the machine and not the point is at fault; but
/// PointFailure{launch_failed} for the fault of a kernel, which any call after its launch may report. `doing` completes
/// "while": "copying to the device".
void check_cuda(cudaError_t result, const std::string& doing);

/// "cudaErrorIllegalAddress: an illegal memory access was encountered".
std::string name_and_text(cudaError_t error);

/// What a student usually did to get that error, as a sentence; empty when nothing more can be said.
std::string usual_cause(cudaError_t error);

/// The reason of a point that ends with a device error: who ("f with 4 blocks of 128 threads"), what, and what that
/// usually means.
std::string launch_failure(const std::string& who, cudaError_t error);

/// CUPTI refused. Counting stops, the run continues: what() becomes the reason of every metric that is absent for it.
class CuptiFailure : public std::exception {
 public:
  CuptiFailure(CUptiResult result, const std::string& function);
  CUptiResult result() const { return result_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  CUptiResult result_;
  std::string message_;
};

/// Throws CuptiFailure unless `result` is success; `function` is the CUPTI function that returned it.
void check_cupti(CUptiResult result, const char* function);

/// Calls a function of CUPTI. Throws CuptiFailure when it refuses, Error when there is no CUPTI.
/// Uses toolkit_library.h.
#define WARPLEDGER_CUPTI(function, ...) warpledger::check_cupti(CUPTI(function)(__VA_ARGS__), #function)

/// What an administrator does so that users may read hardware counters.
extern const char* const kCounterPermissionHint;

/// A CUPTI parameter struct, zeroed, with its size filled in as CUPTI wants it.
#define WARPLEDGER_CUPTI_PARAMS(type, variable) \
  type variable{};                              \
  (variable).structSize = type##_STRUCT_SIZE

}  // namespace warpledger
