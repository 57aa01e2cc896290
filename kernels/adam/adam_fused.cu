// The whole step of a weight in one thread: each array is read once and written once, 28 bytes a weight.
//
// What limits it: latency. The compiler loads an array when the formula first needs it: v and the gradient, then r,
// then the weight, 4 bytes each, so that a thread waits three times for a weight.
// The next rung: 16 bytes a load, and all loads first.
#include "step.h"

__global__ void adam_fused(float* __restrict__ weights, float* __restrict__ v, float* __restrict__ r,
                           const float* __restrict__ gradient, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    step(weights[i], v[i], r[i], gradient[i]);
}
