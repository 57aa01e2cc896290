// Variant 1. A launch for each line of the formula, as a library of array operations makes them.
//
// What limits it: the bytes, 40 per weight where 28 would do: the gradient is read twice, and v and r are read again
// after they were written. And latency: loads are 4 bytes, and the compiler places adam_move's load of the weight
// behind the root and the quotient.
// Next variant: one kernel that keeps them in registers.
#include "step.h"

__global__ void adam_mean(float* __restrict__ v, const float* __restrict__ gradient, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    v[i] = next_mean(v[i], gradient[i]);
}

__global__ void adam_square(float* __restrict__ r, const float* __restrict__ gradient, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    r[i] = next_square(r[i], gradient[i]);
}

__global__ void adam_move(float* __restrict__ weights, const float* __restrict__ v, const float* __restrict__ r,
                          int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    weights[i] = moved(weights[i], v[i], r[i]);
}
