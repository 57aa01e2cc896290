// What rounds a factor to fp16 and pads it with zeros to whole tiles, before the clock starts.
#pragma once

#include <cuda_fp16.h>

__global__ void round_and_pad(__half* __restrict__ to, const float* __restrict__ from, int rows, int cols,
                              int padded_rows, int padded_cols) {
  const long long elements = 1LL * padded_rows * padded_cols;
  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += 1LL * blockDim.x * gridDim.x) {
    const int row = i / padded_cols, col = i % padded_cols;
    to[i] = __float2half_rn(row < rows && col < cols ? from[1LL * row * cols + col] : 0);
  }
}
