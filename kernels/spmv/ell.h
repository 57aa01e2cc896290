// The format ELLPACK: WIDTH elements of every row, padded with zeros, column after column, so that neighbouring threads
// read neighbouring elements.
#include "csr.h"

__global__ void fill_ell(int* ell_columns, float* ell_values, const int* starts, const int* columns,
                         const float* values, int rows, int width) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  const int length = starts[row + 1] - starts[row];
  for (int k = 0; k < width; k++) {
    const size_t at = static_cast<size_t>(k) * rows + row;
    ell_columns[at] = k < length ? columns[starts[row] + k] : 0;
    ell_values[at] = k < length ? values[starts[row] + k] : 0;
  }
}

// One thread per row.
__global__ void spmv_ell(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ ell_columns,
                         const float* __restrict__ ell_values, int rows, int width) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; k++) {
    const size_t at = static_cast<size_t>(k) * rows + row;
    sum += ell_values[at] * x[ell_columns[at]];
  }
  y[row] = sum;
}
