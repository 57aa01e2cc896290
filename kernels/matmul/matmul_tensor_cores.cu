// Variant 9. The tensor cores multiply fp16 factors and add up in fp32. Before the clock starts, A and B are rounded to
// fp16 and padded with zeros to whole tiles, so that tiles are copied without a look at the edges, 16 bytes per copy
// and past the registers.
//
// What limits it: shared memory at last, from which a warp reads 3 KiB for 32768 multiply-adds; the tensor cores of an
// H100 could do them in two thirds of that time. There, instructions of four warps take factors from shared memory
// themselves; wmma has none. On an H200 it does not come so far: shared memory is busy for half of the time, and the
// schedulers issue in a quarter of it. The rest is waiting.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "round_and_pad.h"

namespace wmma = nvcuda::wmma;

constexpr int kThreads = 256;
constexpr int kTile = 128;  // elements of C that a block computes, in each direction
constexpr int kDepth = 32;  // columns of A, rows of B in shared memory at a time
constexpr int kUnit = 16;   // rows, columns and depth of a product on the tensor cores
constexpr int kWarpsX = 2;
constexpr int kDown = kTile / kUnit / (kThreads / 32 / kWarpsX);  // units of C of a warp
constexpr int kAcross = kTile / kUnit / kWarpsX;
constexpr int kVector = 8;  // halves that are copied at once

using A = wmma::fragment<wmma::matrix_a, kUnit, kUnit, kUnit, __half, wmma::row_major>;
using B = wmma::fragment<wmma::matrix_b, kUnit, kUnit, kUnit, __half, wmma::row_major>;
using Sums = wmma::fragment<wmma::accumulator, kUnit, kUnit, kUnit, float>;

// Rows are a vector longer than the tile: eight rows, of which a load takes 16 bytes each, then lie in all 32 banks.
struct Step {
  alignas(32) __half a[kTile][kDepth + kVector];
  alignas(32) __half b[kDepth][kTile + kVector];
};

// Begins to copy a step; `a` and `b` are where it begins.
__device__ void copy(Step& step, const __half* a, const __half* b, int padded_n, int padded_k) {
#pragma unroll
  for (int j = 0; j < kTile * kDepth / kVector / kThreads; j++) {
    const int i = threadIdx.x + j * kThreads;
    const int a_row = i / (kDepth / kVector), a_col = i % (kDepth / kVector) * kVector;
    __pipeline_memcpy_async(&step.a[a_row][a_col], a + 1LL * a_row * padded_k + a_col, kVector * sizeof(__half));
    const int b_row = i / (kTile / kVector), b_col = i % (kTile / kVector) * kVector;
    __pipeline_memcpy_async(&step.b[b_row][b_col], b + 1LL * b_row * padded_n + b_col, kVector * sizeof(__half));
  }
  __pipeline_commit();
}

// A: padded_m x padded_k, B: padded_k x padded_n, C: m x n. Padded to multiples of kTile, k to one of kDepth.
__global__ void __launch_bounds__(kThreads, 2)
    matmul_tensor_cores(float* __restrict__ c, const __half* __restrict__ a, const __half* __restrict__ b, int m, int n,
                        int padded_n, int padded_k) {
  __shared__ Step steps[2];
  alignas(32) __shared__ float units[kThreads / 32][kUnit][kUnit + 4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row0 = warp / kWarpsX * kDown * kUnit, col0 = warp % kWarpsX * kAcross * kUnit;  // the warp's, in the tile
  a += 1LL * blockIdx.y * kTile * padded_k;
  b += 1LL * blockIdx.x * kTile;

  Sums sums[kDown][kAcross];
#pragma unroll
  for (int i = 0; i < kDown; i++)
#pragma unroll
    for (int j = 0; j < kAcross; j++) wmma::fill_fragment(sums[i][j], 0.0f);

  copy(steps[0], a, b, padded_n, padded_k);
  for (int k0 = 0, now = 0; k0 < padded_k; k0 += kDepth, now ^= 1) {
    __pipeline_wait_prior(0);
    __syncthreads();  // the step is there for all, and all are done with the one before
    if (k0 + kDepth < padded_k)
      copy(steps[now ^ 1], a + k0 + kDepth, b + 1LL * (k0 + kDepth) * padded_n, padded_n, padded_k);
#pragma unroll
    for (int p = 0; p < kDepth; p += kUnit) {
      A a_own[kDown];
      B b_own[kAcross];
#pragma unroll
      for (int i = 0; i < kDown; i++)
        wmma::load_matrix_sync(a_own[i], &steps[now].a[row0 + i * kUnit][p], kDepth + kVector);
#pragma unroll
      for (int j = 0; j < kAcross; j++)
        wmma::load_matrix_sync(b_own[j], &steps[now].b[p][col0 + j * kUnit], kTile + kVector);
#pragma unroll
      for (int i = 0; i < kDown; i++)
#pragma unroll
        for (int j = 0; j < kAcross; j++) wmma::mma_sync(sums[i][j], a_own[i], b_own[j], sums[i][j]);
    }
  }

  // Through shared memory, unit by unit: where C ends within a unit only its lanes can tell.
#pragma unroll
  for (int i = 0; i < kDown; i++)
#pragma unroll
    for (int j = 0; j < kAcross; j++) {
      wmma::store_matrix_sync(&units[warp][0][0], sums[i][j], kUnit + 4, wmma::mem_row_major);
      __syncwarp();
      const int row = blockIdx.y * kTile + row0 + i * kUnit, col = blockIdx.x * kTile + col0 + j * kUnit;
#pragma unroll
      for (int e = 0; e < kUnit * kUnit / 32; e++) {
        const int y = e * 32 / kUnit + lane / kUnit, x = lane % kUnit;
        if (row + y < m && col + x < n) c[1LL * (row + y) * n + col + x] = units[warp][y][x];
      }
      __syncwarp();  // all have read it before the next unit overwrites it
    }
}
