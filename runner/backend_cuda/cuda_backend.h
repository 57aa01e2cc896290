#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exec/backend.h"
#include "model/device.h"
#include "model/program.h"

namespace warpledger {

struct CudaOptions {
  int number = 0;                  ///< CUDA's index of the GPU
  std::string uuid;                ///< of that GPU or of a MIG slice; may be empty
  std::string cache_dir;           ///< empty: no cache
  std::vector<std::string> roots;  ///< searched for devices/compute_capability.json
};

/// Creates the backend of one GPU and retains its primary context. Throws Error if built without the CUDA toolkit, or
/// without a driver or such a GPU.
std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options);

/// Compiles into the cache of a backend with that `cache_dir`, for compute capability `arch` (90); needs no GPU. Throws
/// compilation failures, and Error if built without the CUDA toolkit.
void compile_into_cache(const Compilation& compilation, int arch, const std::string& cache_dir);

/// Returns all GPUs, or mig_devices() if one is divided. Empty without driver, GPU or toolkit; see diagnose_cuda.
std::vector<Device> cuda_devices(std::span<const std::string> roots, DeviceDetail detail = DeviceDetail::all);

bool has_cuda_device();

}  // namespace warpledger
