// Variant 6. 16 bytes per access, to and from global and shared memory: four loads for 64 multiply-adds with 8 columns
// per thread, six for 128 with 16. k and n are multiples of 4.
//
// What limits it: registers. Nine in ten instructions are multiply-adds, but few warps have room for what they add up.
// With 16 columns per thread there are 2 warps per scheduler, which on an H200 wait for global memory in a quarter of
// their time; with 8 columns there are 4, which hide that, but one in eight of their cycles goes to a dispatcher that
// is held up: a multiply-add whose three factors are in one bank of registers takes a turn more. Next variant: what is
// on its way to shared memory needs no registers.
#include "vector_tile.h"

template <int thread_cols>
__global__ void __launch_bounds__(kThreads, thread_cols == 16 ? 1 : 2)
    matmul_vector(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n,
                  int k) {
  using Tile = VectorTile<thread_cols, false>;
  __shared__ typename Tile::Steps steps;
  Tile tile(a, b, m, n, k, 0);
  tile.multiply(steps, k);
  tile.store(c, m);
}
