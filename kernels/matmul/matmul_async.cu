// Variant 7. The next rows of B go to shared memory past the registers, by instructions that only begin a copy
// (cp.async).
//
// What limits it: the FP32 units, as nearly as on an H200 any variant here comes to them. With 16 columns per thread
// the 2 warps of a scheduler hardly wait for global memory any more, and one in twelve instructions is no multiply-add.
// Shapes with fewer tiles than there are SMs leave SMs idle; for them is the next variant.
#include "vector_tile.h"

template <int thread_cols>
__global__ void __launch_bounds__(kThreads, thread_cols == 16 ? 1 : 2)
    matmul_async(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m, int n, int k) {
  using Tile = VectorTile<thread_cols, true>;
  __shared__ typename Tile::Steps steps;
  Tile tile(a, b, m, n, k, 0);
  tile.multiply(steps, k);
  tile.store(c, m);
}
