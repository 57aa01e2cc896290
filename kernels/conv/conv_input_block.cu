// Variant 4. Tiling strategy 2: a block is as large as its tile of inputs, and each thread loads one. Only the threads
// of the inner part have an output.
//
// What limits it: the threads of the halo, which do nothing after their load. With a mask of 9, 24 of 32 lanes are
// left, and of 32 warps 24, so that a load from shared memory serves fewer outputs.
// Next variant: all threads have an output again, and the halo stays outside of shared memory.
#include "constant_mask.h"

template <int mask>
__global__ void conv_input_block(float* __restrict__ out, const float* __restrict__ in, int height, int width) {
  extern __shared__ float tile[];
  const int out_rows = blockDim.y + 1 - mask, out_cols = 33 - mask;
  const int row = blockIdx.y * out_rows + threadIdx.y, col = blockIdx.x * out_cols + threadIdx.x;
  tile[threadIdx.y * 32 + threadIdx.x] = pixel(in, height, width, row - mask / 2, col - mask / 2);
  __syncthreads();
  if (threadIdx.y >= out_rows || threadIdx.x >= out_cols || row >= height || col >= width) return;
  float sum = 0;
#pragma unroll
  for (int y = 0; y < mask; y++)
#pragma unroll
    for (int x = 0; x < mask; x++)
      sum += c_mask<mask>.at[y][x] * tile[(threadIdx.y + y) * 32 + threadIdx.x + x];
  out[1LL * row * width + col] = sum;
}
