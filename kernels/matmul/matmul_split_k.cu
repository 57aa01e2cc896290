// Variant 8. Several blocks share a tile of C: each adds up a part of k, and a second launch adds the parts, in the
// order of k, so that every run gives the same bits. Atomic additions would save that launch and its traffic, but their
// order, and so the rounding, would be another each time, and C would have to be cleared first.
//
// What limits it: with enough parts for all SMs what limits variant 7. With few products for each element of a part,
// the parts' own traffic: they are written once and read once.
#include "add_parts.h"
#include "vector_tile.h"

template <int thread_cols>
__global__ void __launch_bounds__(kThreads, thread_cols == 16 ? 1 : 2)
    matmul_split_k(float* __restrict__ parts, const float* __restrict__ a, const float* __restrict__ b, int m, int n,
                   int k, int k_of_part) {
  using Tile = VectorTile<thread_cols, true>;
  __shared__ typename Tile::Steps steps;
  const int k_begin = blockIdx.z * k_of_part;
  Tile tile(a, b, m, n, k, k_begin);
  tile.multiply(steps, min(k_of_part, k - k_begin));
  tile.store(parts + 1LL * blockIdx.z * m * n, m);
}
