#pragma once

#include <cuda_runtime_api.h>
#include <cupti_result.h>

#include <exception>
#include <string>

namespace warpledger {

/// True if a kernel caused the error. Such an error ends the context, and all later calls return it.
bool is_kernel_fault(cudaError_t error);

/// Throws unless `result` is success: PointFailure{launch_failed} for a kernel's fault, which any later call may
/// return, else Error. `doing` completes "while": "copying to the device".
void check_cuda(cudaError_t result, const std::string& doing);

std::string name_and_text(cudaError_t error);

/// Returns a sentence; empty if unknown.
std::string usual_cause(cudaError_t error);

/// `who` is "f with 4 blocks of 128 threads".
std::string launch_failure(const std::string& who, cudaError_t error);

/// Failed CUPTI call. The run continues: what() becomes the reason of each absent metric.
class CuptiFailure : public std::exception {
 public:
  CuptiFailure(CUptiResult result, const std::string& function);
  CUptiResult result() const { return result_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  CUptiResult result_;
  std::string message_;
};

/// Throws CuptiFailure unless `result` is success.
void check_cupti(CUptiResult result, const char* function);

/// Calls a function of CUPTI. Throws CuptiFailure if it fails, Error without CUPTI.
#define WARPLEDGER_CUPTI(function, ...) warpledger::check_cupti(CUPTI(function)(__VA_ARGS__), #function)

extern const char* const kCounterPermissionHint;

/// Defines a zeroed CUPTI parameter struct with its size set.
#define WARPLEDGER_CUPTI_PARAMS(type, variable) \
  type variable{};                              \
  (variable).structSize = type##_STRUCT_SIZE

}  // namespace warpledger
