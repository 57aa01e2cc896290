// Variant 4. One warp per row: its lanes exchange their parts by shuffles, in five steps and without a barrier. Short
// rows leave few lanes idle, and the warps of a block do not wait for each other.
//
// What limits it: as many rows are in flight as warps. Long ones exceed the L1, then the L2, before they are read for
// the second time.
// Next variant: the row stays in registers, and 16 bytes per load.
#include "softmax.h"

__global__ void softmax_by_warp(float* __restrict__ y, const float* __restrict__ x, int rows, int cols) {
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* const from = x + row_begin(row, cols);
  float* const to = y + row_begin(row, cols);
  Part own{lowest, 0};
  for (int i = lane; i < cols; i += 32) own = with(own, from[i]);
  for (int distance = 16; distance > 0; distance /= 2)
    own = joined(own, {__shfl_xor_sync(~0u, own.largest, distance), __shfl_xor_sync(~0u, own.sum, distance)});
  for (int i = lane; i < cols; i += 32) to[i] = __expf(from[i] - own.largest) / own.sum;
}
