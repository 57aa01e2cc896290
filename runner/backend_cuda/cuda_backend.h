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
  int number = 0;         ///< CUDA's number of the GPU among all that it shows
  std::string uuid;       ///< of the GPU with that number, or of a MIG slice; may be empty
  std::string cache_dir;  ///< where compiled kernels are kept; empty: they are not
  std::vector<std::string>
      roots;  ///< folders that may hold devices/compute_capability.json; the first one that does counts
};

/// The backend of one GPU; takes the GPU's primary context. Throws Error when the program was built without the CUDA
/// toolkit, or when there is no driver or no such GPU.
std::unique_ptr<Backend> make_cuda_backend(const CudaOptions& options);

/// Compiles a program into the cache of a backend with that `cache_dir` on a GPU of compute capability `arch` (90),
/// which need not be there. Throws what compiling throws; Error when the program was built without the CUDA toolkit.
void compile_into_cache(const Compilation& compilation, int arch, const std::string& cache_dir);

/// Every GPU that the driver shows; mig_devices() where a GPU is divided. Empty when there is no driver, no GPU or no
/// toolkit: diagnose_cuda says which.
std::vector<Device> cuda_devices(std::span<const std::string> roots, DeviceDetail detail = DeviceDetail::all);

/// Whether there is one.
bool has_cuda_device();

}  // namespace warpledger
