// Variant 3. Compressed rows, one warp per row: the lanes read neighbouring elements and add up by shuffles.
//
// What limits it: the access to x, a sector per element where columns are anywhere; else waiting, as a lane has one or
// two loads of a row, and five shuffles after them. Rows of less than 32 elements leave lanes idle.
// Next variant: coalesced with one thread per row, by another order of the elements.
#include "csr.h"

__global__ void spmv_csr_by_warp(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ starts,
                                 const int* __restrict__ columns, const float* __restrict__ values, int rows) {
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row] + lane; i < starts[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (lane == 0) y[row] = sum;
}
