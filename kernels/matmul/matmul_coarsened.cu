// Variant 3. A thread computes four elements of C, one in each of four tiles beside each other: A's tile is copied once
// for the four, and A's element is loaded once for four multiply-adds.
//
// What limits it: shared memory still. Each multiply-add has its own load, of B's element, and the FP32 units
// could do four in the time of a load. Next variant: a thread computes elements of several rows as well.
#include "matmul.h"

constexpr int kTile = 32;
constexpr int kTiles = 4;  // elements of a thread, a tile apart

__global__ void matmul_coarsened(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m,
                                 int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tiles[kTile][kTiles * kTile];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * kTile + y;
  const int col = blockIdx.x * kTiles * kTile + x;
  float sums[kTiles] = {};
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[y][x] = element_or_0(a, m, k, row, k0 + x);
#pragma unroll
    for (int j = 0; j < kTiles; j++) b_tiles[y][j * kTile + x] = element_or_0(b, k, n, k0 + y, col + j * kTile);
    __syncthreads();
#pragma unroll
    for (int p = 0; p < kTile; p++) {
      const float a_own = a_tile[y][p];
#pragma unroll
      for (int j = 0; j < kTiles; j++) sums[j] += a_own * b_tiles[p][j * kTile + x];
    }
    __syncthreads();
  }
#pragma unroll
  for (int j = 0; j < kTiles; j++)
    if (row < m && col + j * kTile < n) c[1LL * row * n + col + j * kTile] = sums[j];
}
