// Rung 6. 16 bytes an access, to and from global and shared memory: four loads for 64 multiply-adds with 8 columns a
// thread, six for 128 with 16. k and n are multiples of 4.
//
// What limits it: waiting. Nine in ten instructions are multiply-adds, but on an H200 a scheduler has nothing to issue
// in a quarter of the cycles: its 4 warps, which the registers allow, do not hide all waits, and the 2 that 16 columns
// a thread leave hide less. With 8 columns hardly any of these are for global memory or at barriers. Shapes with fewer
// tiles than there are SMs leave SMs idle; for them is the next rung.
#include "vector_tile.h"

template <int thread_cols>
__global__ void __launch_bounds__(kThreads, thread_cols == 16 ? 1 : 2)
    matmul_vector(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n,
                  int k) {
  using Tile = VectorTile<thread_cols>;
  __shared__ typename Tile::Steps steps;
  Tile tile(a, b, m, n, k, 0);
  tile.multiply(steps, k);
  tile.store(c, m);
}
