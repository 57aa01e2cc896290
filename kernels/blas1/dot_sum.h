// The sum of what the threads of a block have, in thread 0; blocks are whole warps.
#include "warp_sum.h"

__device__ inline float block_sum(float value) {
  __shared__ float sums[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = warp_sum(value);
  if (lane == 0) sums[warp] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  return warp == 0 ? warp_sum(value) : 0;
}

// Adds up the sums of 1024 blocks.
__global__ void dot_last(float* total, const float* partials) {
  const float all = block_sum(partials[threadIdx.x]);
  if (threadIdx.x == 0) *total = all;
}
