// The other launches of kernels that first scan each segment of x by itself, and add the preceding sum afterwards.
#include "sums.h"

// SUMS: prefix sums of the segments' sums.
__global__ void add_sums(int* __restrict__ y, const int* __restrict__ sums, int n, int segment) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n && i >= segment) y[i] += sums[i / segment - 1];
}
