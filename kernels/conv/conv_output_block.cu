// Variant 3. Tiling strategy 1: a block is as large as its tile of outputs. It loads the larger tile of inputs in
// several steps, and then every thread has the same work.
//
// What limits it: a load from shared memory for each multiply-add, where a multiprocessor starts one a clock but could
// start four multiply-adds. For a mask of 3, loading the tile takes more instructions than the sums. Loading it and
// waiting for it make the variant slower than the one before on an H200, but for a mask of 9, with which it is as fast.
// Next variant: a block as large as its tile of inputs, which loads it in one step.
#include "constant_mask.h"
#include "tile.h"

template <int mask>
__global__ void conv_output_block(float* __restrict__ out, const float* __restrict__ in, int height, int width) {
  extern __shared__ float tile[];
  const int first_row = blockIdx.y * blockDim.y, first_col = blockIdx.x * 32;
  load_tile<mask>(tile, blockDim.y + mask - 1, in, height, width, first_row - mask / 2, first_col - mask / 2);
  __syncthreads();
  const int row = first_row + threadIdx.y, col = first_col + threadIdx.x;
  if (row >= height || col >= width) return;
  float sum = 0;
#pragma unroll
  for (int y = 0; y < mask; y++)
#pragma unroll
    for (int x = 0; x < mask; x++)
      sum += c_mask<mask>.at[y][x] * tile[(threadIdx.y + y) * kTileCols<mask> + threadIdx.x + x];
  out[1LL * row * width + col] = sum;
}
