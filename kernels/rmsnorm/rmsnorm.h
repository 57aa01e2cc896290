// What the kernels of this family share: their element types, where a row begins, and a sum over a block.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "warp_sum.h"

__device__ inline size_t row_begin(int row, int cols) { return static_cast<size_t>(row) * cols; }

// What one load of 16 bytes brings.
template <class T>
struct alignas(16) Pack {
  T at[16 / sizeof(T)];
};

// The sum of VALUE over the block, in all its threads. Blocks consist of whole warps.
__device__ inline float block_sum(float value) {
  __shared__ float of_warp[32];
  value = warp_sum(value);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = of_warp[0];
  for (int warp = 1; warp < blockDim.x / 32; warp++) sum += of_warp[warp];
  return sum;
}
