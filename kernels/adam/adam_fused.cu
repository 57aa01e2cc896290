// The whole step of a weight in one thread: each array is read once and written once, 28 bytes a weight.
//
// What limits it: four 4-byte loads a thread are under way at a time, which many warps must make up for.
// The next rung: 16 bytes a load.
#include "step.h"

__global__ void adam_fused(float* __restrict__ weights, float* __restrict__ v, float* __restrict__ r,
                           const float* __restrict__ gradient, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    step(weights[i], v[i], r[i], gradient[i]);
}
