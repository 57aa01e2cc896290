// Reference result: the rounded weights times their elements of x, row by row in double precision.
//
// What limits it: not relevant; it only has to be obviously correct.
#include "weights.h"

// One block.
__global__ void find_largest_reference(double* largest, const float* values, int nonzeros) {
  const float of_all = largest_of(values, nonzeros);
  if (threadIdx.x == 0) *largest = of_all;
}

__global__ void multiply_reference(double* y, const int* offsets, const int* columns, const float* values,
                                   const float* x, const double* largest, int rows) {
  const float of_all = static_cast<float>(*largest);
  for (int row = threadIdx.x + blockIdx.x * blockDim.x; row < rows; row += blockDim.x * gridDim.x) {
    double sum = 0;
    for (int i = offsets[row]; i < offsets[row + 1]; i++)
      sum += static_cast<double>(rounded_weight(values[i], of_all)) * x[columns[i]];
    y[row] = step_of(of_all) * sum;
  }
}
