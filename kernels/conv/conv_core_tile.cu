// Variant 5. Tiling strategy 3: shared memory holds only the pixels of a block's own outputs. Those of the halo come
// from global memory, where L1 or L2 has them as the neighbouring block's.
//
// What limits it: instructions. Each multiply-add checks which memory has its pixel, and the lanes at the edge of the
// tile differ from the rest of their warp, so that the warp takes both branches.
// Next variant: fewer loads from shared memory, by the registers of a thread that has several outputs.
#include "constant_mask.h"

template <int mask>
__global__ void conv_core_tile(float* __restrict__ out, const float* __restrict__ in, int height, int width) {
  extern __shared__ float tile[];
  const int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * 32;
  tile[threadIdx.y * 32 + threadIdx.x] = pixel(in, height, width, row, col);
  __syncthreads();
  if (row >= height || col >= width) return;
  float sum = 0;
#pragma unroll
  for (int y = 0; y < mask; y++) {
#pragma unroll
    for (int x = 0; x < mask; x++) {
      const int tile_row = threadIdx.y + y - mask / 2, tile_col = threadIdx.x + x - mask / 2;
      const bool core = tile_row >= 0 && tile_row < blockDim.y && tile_col >= 0 && tile_col < 32;
      sum += c_mask<mask>.at[y][x] * (core ? tile[tile_row * 32 + tile_col]
                                           : pixel(in, height, width, row + y - mask / 2, col + x - mask / 2));
    }
  }
  out[1LL * row * width + col] = sum;
}
