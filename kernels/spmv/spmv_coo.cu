// Variant 1. Coordinates: each element with its row and column, one thread per element. Nothing diverges and all of the
// matrix is read coalesced, whatever the rows look like.
//
// What limits it: an atomic addition per element. Lanes of a row add to the same place, and L2 serves them one after
// the other. On an H200 the time is hardly less where x is read coalesced. And 12 bytes per element.
// Next variant: where a row begins instead of the row of each element, and no atomics.
#include "csr.h"

__global__ void clear_y(float* y, int rows) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row < rows) y[row] = 0;
}

__global__ void spmv_coo(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ entry_rows,
                         const int* __restrict__ columns, const float* __restrict__ values, int nonzeros) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < nonzeros) atomicAdd(y + entry_rows[i], values[i] * x[columns[i]]);
}
