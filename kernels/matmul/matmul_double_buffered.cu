// Variant 5. Two steps' parts of A and B have room in shared memory. While the threads compute with one, the elements
// of the next are on their way to registers; they are copied to the other, and there is one barrier per step.
//
// What limits it: instructions and shared memory, as in variant 4: 16 loads of 4 bytes for 64 multiply-adds. On an H200
// a scheduler issues in three of four cycles, and a third of what it issues is no multiply-add.
// Next variant: 16 bytes per access.
#include "register_tile.h"

__global__ void __launch_bounds__(kThreads, 2)
    matmul_double_buffered(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m,
                           int n, int k) {
  __shared__ Step steps[2];
  const Source source(a, b, m, n, k);
  RegisterTile own;
  source.copy(steps[0], 0);
  __syncthreads();
  for (int k0 = 0, now = 0; k0 < k; k0 += kDepth, now ^= 1) {
    const bool more = k0 + kDepth < k;
    float a_next[Source::kCount], b_next[Source::kCount];  // on their way
#pragma unroll
    for (int j = 0; j < Source::kCount && more; j++) {
      a_next[j] = source.a(j, k0 + kDepth);
      b_next[j] = source.b(j, k0 + kDepth);
    }
    own.add(steps[now]);
#pragma unroll
    for (int j = 0; j < Source::kCount && more; j++) source.put(steps[now ^ 1], j, a_next[j], b_next[j]);
    __syncthreads();  // the next step is there for all, and all are done with this one
  }
  own.store(c, m, n);
}
