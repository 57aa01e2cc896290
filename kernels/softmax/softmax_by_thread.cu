// Variant 1. One thread per row: it alone finds the largest element, adds the exponentials and writes the quotients.
//
// What limits it: the lanes of a warp are a row apart, so that each request touches 32 lines for 4 bytes of each, and
// three times over; what the L1 has lost of a line before its next element is wanted comes from L2 or device memory
// again. And there are only as many threads as rows.
// Next variant: a block shares the row, and its threads find the largest element and the sum together.
#include "softmax.h"

__global__ void softmax_by_thread(float* __restrict__ y, const float* __restrict__ x, int rows, int cols) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  const float* const from = x + row_begin(row, cols);
  float* const to = y + row_begin(row, cols);
  float largest = lowest, sum = 0;
  for (int i = 0; i < cols; i++) largest = fmaxf(largest, from[i]);
  for (int i = 0; i < cols; i++) sum += __expf(from[i] - largest);
  for (int i = 0; i < cols; i++) to[i] = __expf(from[i] - largest) / sum;
}
