#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "backend_cuda/cuda_device.h"
#include "exec/backend.h"
#include "model/metric.h"
#include "model/program.h"

namespace warpledger {

struct CudaFunction {
  cudaKernel_t kernel = nullptr;
  FunctionNeeds needs;
  std::vector<Metric> code;  ///< of machine_code()

  const void* symbol() const { return kernel; }
};

/// Allows `function` `shared_bytes` of dynamic shared memory: above 48 KiB it must opt in. Never lowers the allowance.
cudaError_t allow_shared(const CudaFunction& function, std::uint32_t shared_bytes);

class CudaModule : public Module {
 public:
  /// `source` names the main file in messages.
  CudaModule(const Cubin& cubin, std::string source);

  std::vector<Metric> attributes(const std::string& function, std::uint64_t threads,
                                 std::uint32_t shared_bytes) const override;

  /// Throws PointFailure{compile_failed} if `name` was not compiled.
  const CudaFunction& function(const std::string& name) const;

  /// Returns the device memory of a __constant__ or __device__ variable of the global namespace. Throws
  /// PointFailure{compile_failed} if none has that name.
  std::span<std::byte> variable(const std::string& name) const;

 private:
  struct Unload {
    void operator()(cudaLibrary_t library) const;
  };
  CudaFunction load(const std::string& lowered) const;

  std::string source_;
  std::unique_ptr<std::remove_pointer_t<cudaLibrary_t>, Unload> library_;
  std::map<std::string, CudaFunction> functions_;
};

/// Returns metrics of each function of `cubin`, by its name there: `machine_code_id`, 52 bits of the SHA-256 of its
/// code, and `machine_code_bytes`. Absent, with the reason, for unsupported architectures.
std::map<std::string, std::vector<Metric>> machine_code(const Cubin& cubin);

}  // namespace warpledger
