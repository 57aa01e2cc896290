// Variant 2. Compressed rows, one thread per row: 8 bytes per element and no atomics.
//
// What limits it: lanes read a row apart, a sector for each 4 bytes, which the L1 must keep until the next elements are
// wanted, as it does for short rows; rows of 32 elements are 32 times in the same bank. And a warp takes as long as its
// longest row.
// Next variant: one warp per row.
#include "csr.h"

__global__ void spmv_csr(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ starts,
                         const int* __restrict__ columns, const float* __restrict__ values, int rows) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; i++) sum += values[i] * x[columns[i]];
  y[row] = sum;
}
