// Variant 1. Each thread adds up every 1024 * blockDim-th product, a block its threads' sums, a second launch the blocks'.
//
// What limits it: device memory, if enough loads are in flight: each thread has two of 4 bytes, or a few times that where
// the compiler unrolls the loop.
// Next variant: 16 bytes per load.
#include "dot_sum.h"

__global__ void dot_blocks(float* partials, const float* __restrict__ x, const float* __restrict__ y, int n) {
  float sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) sum += x[i] * y[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}
