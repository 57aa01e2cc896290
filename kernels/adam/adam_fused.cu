// Variant 2. The whole step of a weight in one thread: each array is read once and written once, 28 bytes per weight.
//
// What limits it: latency. All four loads come first, but of 4 bytes each: 16 bytes per thread are in flight. On an
// H200 half of the warps that an SM can hold are too few; all of them come within 3 % of the next variant.
// Next variant: 16 bytes per load.
#include "step.h"

__global__ void adam_fused(float* __restrict__ weights, float* __restrict__ v, float* __restrict__ r,
                           const float* __restrict__ gradient, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    const float weight = weights[i], g = gradient[i];
    const float v_next = next_mean(v[i], g), r_next = next_square(r[i], g);
    v[i] = v_next, r[i] = r_next;  // before the root, so that the compiler cannot place the weight's load behind it
    weights[i] = moved(weight, v_next, r_next);
  }
}
