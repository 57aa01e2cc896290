// What rounds a factor to fp8 and pads its rows with zeros, before the clock starts.
#pragma once

#include <cuda_fp8.h>

// TO has rows of PADDED elements along k. Element (row, p) of FROM lies at row * ROW_STEP + p * K_STEP.
__global__ void round_and_pad_fp8(__nv_fp8_e4m3* __restrict__ to, const float* __restrict__ from, int rows, int k,
                                  int padded, long long row_step, long long k_step) {
  const long long elements = 1LL * rows * padded;
  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += 1LL * blockDim.x * gridDim.x) {
    const long long row = i / padded, p = i % padded;
    to[i] = __nv_fp8_e4m3(p < k ? from[row * row_step + p * k_step] : 0.0f);
  }
}
