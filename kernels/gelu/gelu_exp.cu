// Variant 4. tanh written as one exponential and one quotient, both the hardware's own: some ten instructions and no
// branch.
//
// What limits it: latency, still. Each thread waits for one 4-byte load at a time, which many warps must make up for;
// on an H200 it takes about as long as variants 2 and 3.
// Next variant: 16 bytes per load.
#include "gelu.h"

__global__ void gelu_exp(float* __restrict__ y, const float* __restrict__ x, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) y[i] = gelu(x[i]);
}
