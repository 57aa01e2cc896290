// Reference result: each row's elements times theirs of x, straight from the matrix's definition and in double
// precision.
//
// What limits it: not relevant; it only has to be obviously correct.
#include "matrix.h"

__global__ void spmv_reference(double* y, const float* x, int kind, int rows, int mean) {
  const Matrix a = matrix_of(kind, rows, mean);
  for (int row = threadIdx.x + blockIdx.x * blockDim.x; row < rows; row += blockDim.x * gridDim.x) {
    double sum = 0;
    for (int k = 0; k < row_length(a, row); k++) sum += static_cast<double>(value(row, k)) * x[column(a, row, k)];
    y[row] = sum;
  }
}
