// Variant 4. A thread computes 8 x 8 elements of C in registers: each element that it loads from shared memory is used
// eight times, 16 loads for 64 multiply-adds.
//
// What limits it: shared memory and instructions. 16 loads of a warp take shared memory as long as 64 multiply-adds
// take the FP32 units, and each is an instruction that is none. And a block computes nothing while it waits for a
// step's elements; the next variant has them arrive earlier.
#include "register_tile.h"

__global__ void __launch_bounds__(kThreads, 2)
    matmul_register_tiled(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n,
                          int k) {
  __shared__ Step step;
  const Source source(a, b, m, n, k);
  RegisterTile own;
  for (int k0 = 0; k0 < k; k0 += kDepth) {
    source.copy(step, k0);
    __syncthreads();
    own.add(step);
    __syncthreads();
  }
  own.store(c, m, n);
}
