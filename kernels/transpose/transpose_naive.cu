// Variant 1. A warp reads a piece of a row, four whole sectors, and writes it down a column: 32 rows, 32 sectors, 4
// bytes of each.
//
// What limits it: the stores. L1 passes each on, so that L2 receives every sector eight times, an eighth at a time, and
// on an H200 the link between them is near its peak. The next variant turns the tile around inside the multiprocessor
// and writes rows as well.
#include "tile.h"

__global__ void transpose_naive(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  const int col = blockIdx.x * kTile + threadIdx.x;
  if (col >= cols) return;
#pragma unroll
  for (int k = 0; k < kTile; k += kTileStep) {
    const int row = blockIdx.y * kTile + threadIdx.y + k;
    if (row < rows) out[1LL * col * rows + row] = in[1LL * row * cols + col];
  }
}
