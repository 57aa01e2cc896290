// Variant 7. Compressed rows, a group of LANES neighbouring lanes per row: 2 to 16, as suits the lengths of rows. The
// elements of the rows of a warp lie one behind the other, so that its loads touch few sectors, and a row costs one to
// four shuffles.
//
// What limits it: the access to x, where columns are anywhere. With lanes for about a quarter of a row, each has four
// loads in flight and hardly one is idle.
#include "csr.h"

template <int lanes>
__global__ void spmv_csr_by_group(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ starts,
                                  const int* __restrict__ columns, const float* __restrict__ values, int rows) {
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / lanes, lane = threadIdx.x % lanes;
  const int begin = row < rows ? starts[row] : 0, end = row < rows ? starts[row + 1] : 0;
  float sum = 0;
#pragma unroll 4
  for (int i = begin + lane; i < end; i += lanes) sum += __ldcs(values + i) * x[__ldcs(columns + i)];
#pragma unroll
  for (int distance = lanes / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (lane == 0 && row < rows) y[row] = sum;
}
