// A warp adds the product of two 16 x 16 matrices of fp16 to CHAINS sums that do not wait for each other, subtracts it
// again, and so on. The factors are small whole numbers, so that nothing is rounded; they are not all alike, since
// products of zeros take less power than others, which would leave the clock too high.
//
// What limits it: with few chains and warps the latency of a product; with more of either, the tensor cores, as far as
// wmma uses them. On compute capability 9.0 tensor_peak_warp_groups gets more out of them.
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int kUnit = 16;             // rows, columns and depth of a product
constexpr int kTile = kUnit * kUnit;  // elements of a sum, shared by the lanes of a warp
constexpr int kOfLane = kTile / 32;

template <int chains>
__global__ void tensor_peak(float* __restrict__ out, const float* __restrict__ in, int n, int steps) {
  const int lane = threadIdx.x % 32;
  wmma::fragment<wmma::matrix_a, kUnit, kUnit, kUnit, __half, wmma::row_major> a, minus_a;
  wmma::fragment<wmma::matrix_b, kUnit, kUnit, kUnit, __half, wmma::row_major> b;
  for (int j = 0; j < a.num_elements; j++) {
    a.x[j] = __float2half((lane * 7 + j * 5) % 9 - 4);
    minus_a.x[j] = __float2half(4 - (lane * 7 + j * 5) % 9);
  }
  for (int j = 0; j < b.num_elements; j++) b.x[j] = __float2half((lane * 5 + j * 3) % 7 - 3);

  const int warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32, warps = blockDim.x * gridDim.x / 32;
  for (int tile = warp; 1LL * tile * kTile < n; tile += warps) {
    wmma::fragment<wmma::accumulator, kUnit, kUnit, kUnit, float> sums[chains];
#pragma unroll
    for (int c = 0; c < chains; c++) wmma::fill_fragment(sums[c], c);  // chains that are equal would be made one
#pragma unroll 8
    for (int s = 0; s < steps; s++) {
#pragma unroll
      for (int c = 0; c < chains; c++) wmma::mma_sync(sums[c], a, b, sums[c]);
#pragma unroll
      for (int c = 0; c < chains; c++) wmma::mma_sync(sums[c], minus_a, b, sums[c]);
    }
#pragma unroll
    for (int j = 0; j < kOfLane; j++) {
      const long long i = 1LL * tile * kTile + j * 32 + lane;
      float left = 0;  // what was not subtracted again
#pragma unroll
      for (int c = 0; c < chains; c++) left += sums[c].x[j] - c;
      if (i < n) out[i] = in[i] + left;
    }
  }
}
