// Variant 2. A block computes a tile of 32 x 32 elements of C, from tiles of A and B that it copies to shared memory:
// each element is read from global memory once for 32 multiply-adds.
//
// What limits it: shared memory. It serves one warp per clock, while the FP32 units do multiply-adds of four, and each
// multiply-add has more than one load. Next variant: a thread loads A's element once for several of C.
#include "matmul.h"

constexpr int kTile = 32;

__global__ void matmul_tiled(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m,
                             int n, int k) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int row = blockIdx.y * kTile + y;
  const int col = blockIdx.x * kTile + x;
  float sum = 0;
  for (int k0 = 0; k0 < k; k0 += kTile) {
    a_tile[y][x] = element_or_0(a, m, k, row, k0 + x);
    b_tile[y][x] = element_or_0(b, k, n, k0 + y, col);
    __syncthreads();
#pragma unroll
    for (int p = 0; p < kTile; p++) sum += a_tile[y][p] * b_tile[p][x];
    __syncthreads();
  }
  if (row < m && col < n) c[1LL * row * n + col] = sum;
}
