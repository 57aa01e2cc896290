// Variant 2. The same tree with its words kept side by side: each step adds the upper half of what is left to the
// lower. A comparison tells which threads add, and neighbours read neighbouring banks.
//
// What limits it: instructions still. Whole warps have nothing to add from the second step on, but NVRTC predicates the
// addition, and they issue its instructions all the same. The next variant adds before it stores.
#include "block_sum.h"

__global__ void reduction_contiguous(float* __restrict__ partials, const float* __restrict__ in, int n) {
  extern __shared__ float tile[];  // two elements per thread
  const int t = threadIdx.x;
  const int width = 2 * blockDim.x;
  float sum = 0;
  for (int first = blockIdx.x * width; first < n; first += gridDim.x * width) {
    tile[t] = first + t < n ? in[first + t] : 0;
    tile[t + blockDim.x] = first + t + blockDim.x < n ? in[first + t + blockDim.x] : 0;
    for (int left = width; left > 1; left = (left + 1) / 2) {
      __syncthreads();
      if (t < left / 2) tile[t] += tile[t + (left + 1) / 2];
    }
    if (t == 0) sum += tile[0];
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = sum;
}
