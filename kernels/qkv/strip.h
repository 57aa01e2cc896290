#pragma once

// The shape of a warp's outputs: 8 neighbouring components of 4 neighbouring words. Each weight that the warp reads
// serves 4 threads, each component of a word 8.
constexpr int kStripQkv = 8;
constexpr int kStripWs = 4;

// The place of a thread in the warp's outputs, and the number of such warps in the grid.
struct Strip {
  int i_qkv, i_ws;  // within the warp's outputs
  int warp, n_warps;
};

__device__ inline Strip strip_of_thread() {
  const int lane = threadIdx.x % 32;
  const int warps_per_block = blockDim.x / 32;
  return {lane % kStripQkv, lane / kStripQkv, int(blockIdx.x * warps_per_block + threadIdx.x / 32),
          int(gridDim.x * warps_per_block)};
}
