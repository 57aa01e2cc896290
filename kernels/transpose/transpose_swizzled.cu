// Variant 4. No padding: row y keeps its column x at place x ^ y. For one row this permutes the banks, for one column
// it names 32 different ones. Tiles keep a size that is a power of two, as bulk copies and tensor cores want them.
//
// What limits it: waiting, as in variant 3. The exclusive or costs a quarter more instructions, but hardly any time. A
// thread's loads are four of 4 bytes; those of the next variant are four of 16.
#include "tile.h"

__global__ void transpose_swizzled(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  __shared__ float tile[kTile][kTile];  // row y: column x at x ^ y
  const int row0 = blockIdx.y * kTile;
  const int col0 = blockIdx.x * kTile;
  const int x = threadIdx.x;
#pragma unroll
  for (int k = 0; k < kTile; k += kTileStep) {
    const int y = threadIdx.y + k;
    if (row0 + y < rows && col0 + x < cols) tile[y][x ^ y] = in[1LL * (row0 + y) * cols + col0 + x];
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kTile; k += kTileStep) {
    const int y = threadIdx.y + k;
    if (col0 + y < cols && row0 + x < rows) out[1LL * (col0 + y) * rows + row0 + x] = tile[x][x ^ y];
  }
}
