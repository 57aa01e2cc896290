// Variant 2. The tile goes through shared memory: rows in, columns out, so that loads and stores of device memory are
// whole sectors both.
//
// What limits it: shared memory has 32 banks, a row of the tile is 32 words, and so a column lies in one bank: reading
// it is a 32-way conflict, 32 turns instead of one. The next variant makes a row one word longer.
#include "tile.h"

__global__ void transpose_shared(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  __shared__ float tile[kTile][kTile];
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  const int x = threadIdx.x;
#pragma unroll
  for (int k = 0; k < kTile; k += kTileStep) {
    const int y = threadIdx.y + k;
    if (row0 + y < rows && col0 + x < cols) tile[y][x] = in[1LL * (row0 + y) * cols + col0 + x];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kTile; k += kTileStep) {
    const int y = threadIdx.y + k;
    if (col0 + y < cols && row0 + x < rows) out[1LL * (col0 + y) * rows + row0 + x] = tile[x][y];
  }
}
