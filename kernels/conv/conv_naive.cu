// Variant 1. One thread per output. It reads its neighbourhood and the mask from global memory.
//
// What limits it: L1's rate of requests. Each multiply-add comes with two loads, one of a pixel and one of a weight
// that all threads share. The caches have nearly all of them, so that device memory is no limit. With a mask of 3 loads
// are too few for that, and warps wait for their pixels. Only warps at the edge check each pixel for whether it is in
// the image.
// Next variant: the weights in constant memory.
#include "mask.h"

// Before the clock starts.
__global__ void write_weights(float* weights, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) weights[i] = weight(i, count);
}

// INSIDE: the image has all pixels of the neighbourhood.
template <int mask, bool inside>
__device__ float weighted_sum(const float* __restrict__ in, const float* __restrict__ weights, int height, int width,
                              int row, int col) {
  float sum = 0;
#pragma unroll
  for (int y = 0; y < mask; y++)
#pragma unroll
    for (int x = 0; x < mask; x++)
      sum += weights[y * mask + x] * pixel<inside>(in, height, width, row + y - mask / 2, col + x - mask / 2);
  return sum;
}

template <int mask>
__global__ void conv_naive(float* __restrict__ out, const float* __restrict__ in, const float* __restrict__ weights,
                           int height, int width) {
  const int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * 32;
  if (row >= height || col >= width) return;
  out[1LL * row * width + col] = all_inside<mask>(height, width, row, blockIdx.x * 32)
                                     ? weighted_sum<mask, true>(in, weights, height, width, row, col)
                                     : weighted_sum<mask, false>(in, weights, height, width, row, col);
}
