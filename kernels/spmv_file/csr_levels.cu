// Variant 1 with a table: what each of the 256 weights stands for is looked up in constant memory. Here that is the weight
// itself; a table of unequal levels costs the same.
//
// What limits it: the constant cache gives a warp one element at a time, and its lanes have up to 32 different weights.
#include "quantize.h"

struct Levels {
  float of[256];
};

constexpr Levels all_levels() {
  Levels levels{};
  for (int i = 0; i < 256; i++) levels.of[i] = static_cast<float>(i - 128);
  return levels;
}

__constant__ Levels c_levels = all_levels();

__global__ void csr_levels(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ offsets,
                           const int* __restrict__ columns, const signed char* __restrict__ weights,
                           const float* __restrict__ largest, int rows) {
  const int row = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= rows) return;
  float sum = 0;
  for (int i = offsets[row]; i < offsets[row + 1]; i++) sum += c_levels.of[weights[i] + 128] * x[columns[i]];
  y[row] = step_of(*largest) * sum;
}
