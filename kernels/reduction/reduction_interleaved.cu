// Variant 1. A block sums a tile of two elements per thread in a tree: partners are 1, 2, 4, ... places apart, and the
// thread whose number is a multiple of that adds them. Thread 0 keeps the sums of the block's tiles.
//
// What limits it: instructions. A step takes a warp some thirty, for ever fewer threads that add: two thirds of them
// are the remainder t % apart. And the words that are left lie in ever fewer banks. The next variant keeps the same
// additions in neighbouring threads.
#include "block_sum.h"

__global__ void reduction_interleaved(float* __restrict__ partials, const float* __restrict__ in, int n) {
  extern __shared__ float tile[];  // two elements per thread
  const int t = threadIdx.x;
  const int width = 2 * blockDim.x;
  float sum = 0;
  for (int first = blockIdx.x * width; first < n; first += gridDim.x * width) {
    tile[t] = first + t < n ? in[first + t] : 0;
    tile[t + blockDim.x] = first + t + blockDim.x < n ? in[first + t + blockDim.x] : 0;
    for (int apart = 1; apart < width; apart *= 2) {
      __syncthreads();
      if (t % apart == 0 && 2 * t + apart < width) tile[2 * t] += tile[2 * t + apart];
    }
    if (t == 0) sum += tile[0];
    __syncthreads();
  }
  if (t == 0) partials[blockIdx.x] = sum;
}
