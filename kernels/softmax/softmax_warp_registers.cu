// Variant 6. One warp per row, which its lanes keep in registers: an element is read once, 4 bytes per load, and there
// is no barrier. A row may begin anywhere, so that any number of columns is as good as another.
//
// What limits it: device memory, for rows of a few hundred elements. A longer row needs so many registers that fewer
// warps, and so fewer rows, are in flight; a short one leaves lanes idle, and two reductions are most of its work.
#include "softmax.h"

// PIECES: elements of a lane, 32 * PIECES at least as many as a row has.
template <int pieces>
__global__ void softmax_warp_registers(float* __restrict__ y, const float* __restrict__ x, int rows, int cols) {
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* const from = x + row_begin(row, cols);
  float* const to = y + row_begin(row, cols);
  float own[pieces];
#pragma unroll
  for (int k = 0; k < pieces; k++) own[k] = lane + 32 * k < cols ? from[lane + 32 * k] : lowest;
  float largest = lowest, sum = 0;
#pragma unroll
  for (int k = 0; k < pieces; k++) largest = fmaxf(largest, own[k]);
  for (int distance = 16; distance > 0; distance /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, distance));
#pragma unroll
  for (int k = 0; k < pieces; k++) {
    own[k] = lane + 32 * k < cols ? __expf(own[k] - largest) : 0;
    sum += own[k];
  }
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  const float scale = 1 / sum;
#pragma unroll
  for (int k = 0; k < pieces; k++)
    if (lane + 32 * k < cols) to[lane + 32 * k] = own[k] * scale;
}
