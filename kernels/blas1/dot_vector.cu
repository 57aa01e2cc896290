// Variant 2. 16 bytes per load.
//
// What limits it: device memory.
#include "dot_sum.h"

__global__ void dot_blocks(float* partials, const float* __restrict__ x, const float* __restrict__ y, int n) {
  float sum = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; 4LL * i < n; i += blockDim.x * gridDim.x) {
    const float4 a = reinterpret_cast<const float4*>(x)[i], b = reinterpret_cast<const float4*>(y)[i];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  sum = block_sum(sum);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}
