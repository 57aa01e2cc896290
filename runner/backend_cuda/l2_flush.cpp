#include "backend_cuda/l2_flush.h"

#include "backend_cuda/cuda_check.h"

namespace warpledger {

void L2Flush::prepare() {
  if (!memory_) memory_.emplace(2 * l2_bytes_);
  check_cuda(cudaCtxResetPersistingL2Cache(), "resetting persisting L2 lines");
}

void L2Flush::enqueue(cudaStream_t stream) const {
  check_cuda(cudaMemsetAsync(memory_.value().address(), 0, memory_.value().size_bytes(), stream), "flushing the L2");
}

}  // namespace warpledger
