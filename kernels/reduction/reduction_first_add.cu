// Variant 3. A thread adds its two elements in a register and stores the sum: half the shared memory, half the stores,
// and one step of the tree less.
//
// What limits it: instructions, as each of the steps that are left has a barrier and a round trip through shared
// memory. The next variant passes values from register to register inside a warp.
#include "block_sum.h"

__global__ void reduction_first_add(float* __restrict__ partials, const float* __restrict__ in, int n) {
  extern __shared__ float tile[];  // an element per thread
  const int t = threadIdx.x;
  const int width = 2 * blockDim.x;
  float sum = 0;
  for (int start = blockIdx.x * width; start < n; start += gridDim.x * width) {
    const int first = start + t;
    tile[t] = (first < n ? in[first] : 0) + (first + blockDim.x < n ? in[first + blockDim.x] : 0);
    for (int left = blockDim.x; left > 1; left = (left + 1) / 2) {
      __syncthreads();
      if (t < left / 2) tile[t] += tile[t + (left + 1) / 2];
    }
    if (t == 0) sum += tile[0];
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = sum;
}
