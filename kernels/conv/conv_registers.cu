// Variant 6. A thread has STRIP outputs below each other. It goes down the tile with the pixels of one row in
// registers, and adds them to all outputs whose neighbourhood has that row: a pixel is loaded once for up to MASK
// outputs.
//
// What limits it: for the smallest mask waiting for the tile. With strips of 8 an H200 issues in little more than half
// of the cycles, and uses half of the bandwidth of device memory. The wider the mask, the more it is instructions: one
// of 9 needs 81 multiply-adds for 8 bytes, and the loads of their pixels and loading the tile, with its checks for the
// edge of the image, are nearly as many again.
#include "constant_mask.h"
#include "tile.h"

template <int mask, int strip>
__global__ void conv_registers(float* __restrict__ out, const float* __restrict__ in, int height, int width) {
  extern __shared__ float tile[];
  const int first_row = blockIdx.y * blockDim.y * strip, first_col = blockIdx.x * 32;
  load_tile<mask>(tile, blockDim.y * strip + mask - 1, in, height, width, first_row - mask / 2, first_col - mask / 2);
  __syncthreads();
  const float* const from = tile + threadIdx.y * strip * kTileCols<mask> + threadIdx.x;
  float sums[strip] = {};
#pragma unroll
  for (int tile_row = 0; tile_row < strip + mask - 1; tile_row++) {
    float window[mask];
#pragma unroll
    for (int x = 0; x < mask; x++) window[x] = from[tile_row * kTileCols<mask> + x];
#pragma unroll
    for (int i = 0; i < strip; i++) {
      const int y = tile_row - i;  // the row of the mask that lies on this row of the tile
      if (y < 0 || y >= mask) continue;
#pragma unroll
      for (int x = 0; x < mask; x++) sums[i] += c_mask<mask>.at[y][x] * window[x];
    }
  }
  const int col = first_col + threadIdx.x;
#pragma unroll
  for (int i = 0; i < strip; i++) {
    const int row = first_row + threadIdx.y * strip + i;
    if (row < height && col < width) out[1LL * row * width + col] = sums[i];
  }
}
