// One thread an output. It reads its neighbourhood and the mask from global memory.
//
// What limits it: instructions. Each multiply-add comes with the question whether its pixel lies in the image, and with
// two loads, one of that pixel and one of a weight that all threads share. The caches have nearly all of them, so that
// device memory is no limit; L1's rate of requests is the next one.
// The next rung: the weights in constant memory.
#include "mask.h"

// Before the clock starts.
__global__ void write_weights(float* weights, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) weights[i] = weight(i, count);
}

template <int mask>
__global__ void conv_naive(float* __restrict__ out, const float* __restrict__ in, const float* __restrict__ weights,
                           int height, int width) {
  const int row = threadIdx.y + blockIdx.y * blockDim.y, col = threadIdx.x + blockIdx.x * 32;
  if (row >= height || col >= width) return;
  float sum = 0;
#pragma unroll
  for (int y = 0; y < mask; y++)
#pragma unroll
    for (int x = 0; x < mask; x++)
      sum += weights[y * mask + x] * pixel(in, height, width, row + y - mask / 2, col + x - mask / 2);
  out[1LL * row * width + col] = sum;
}
