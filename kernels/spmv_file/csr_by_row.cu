// Variant 1. One thread per row.
//
// What limits it: lanes read weights and columns a row apart, and a warp takes as long as its longest row.
// Next variant: one warp per row reads them side by side.
#include "quantize.h"

__global__ void csr_by_row(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ offsets,
                           const int* __restrict__ columns, const signed char* __restrict__ weights,
                           const float* __restrict__ largest, int rows) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = offsets[row]; i < offsets[row + 1]; i++) sum += weights[i] * x[columns[i]];
  y[row] = step_of(*largest) * sum;
}
