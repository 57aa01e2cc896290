// Variant 2. The mask in constant memory, of which a multiply-add takes a weight without a load.
//
// What limits it: for wide masks L1's rate of requests still, with a load for each multiply-add. A warp's 128 bytes
// seldom begin where a line does, and so touch two. With a mask of 3 warps wait for pixels, as in the variant before.
// Next variant: a block's pixels in shared memory, with zeros where the image ends.
#include "constant_mask.h"

// INSIDE: the image has all pixels of the neighbourhood.
template <int mask, bool inside>
__device__ float weighted_sum(const float* __restrict__ in, int height, int width, int row, int col) {
  float sum = 0;
#pragma unroll
  for (int y = 0; y < mask; y++)
#pragma unroll
    for (int x = 0; x < mask; x++)
      sum += c_mask<mask>.at[y][x] * pixel<inside>(in, height, width, row + y - mask / 2, col + x - mask / 2);
  return sum;
}

template <int mask>
__global__ void conv_constant(float* __restrict__ out, const float* __restrict__ in, int height, int width) {
  const int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * 32;
  if (row >= height || col >= width) return;
  out[1LL * row * width + col] = all_inside<mask>(height, width, row, blockIdx.x * 32)
                                     ? weighted_sum<mask, true>(in, height, width, row, col)
                                     : weighted_sum<mask, false>(in, height, width, row, col);
}
