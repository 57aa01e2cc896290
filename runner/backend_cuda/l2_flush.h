#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <optional>

#include "backend_cuda/cuda_memory.h"

namespace warpledger {

/// Empties the L2 of a kernel's data by writing twice its size of other data.
class L2Flush {
 public:
  explicit L2Flush(std::size_t l2_bytes) : l2_bytes_(l2_bytes) {}

  /// Takes the memory on the first call; lets lines that were marked persisting go. Waits for the device.
  void prepare();

  /// Only after prepare().
  void enqueue(cudaStream_t stream) const;

 private:
  std::size_t l2_bytes_;
  std::optional<CudaMemory> memory_;
};

}  // namespace warpledger
