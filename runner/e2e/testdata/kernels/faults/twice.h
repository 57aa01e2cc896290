#pragma once

__device__ inline long long first() { return threadIdx.x + static_cast<long long>(blockIdx.x) * blockDim.x; }
__device__ inline long long stride() { return static_cast<long long>(blockDim.x) * gridDim.x; }

/// 2 x by so many steps that the arithmetic, whose speed varies least, takes most of a launch's time.
__device__ inline float twice(float x) {
  float v = 0;
  for (int i = 0; i < 256; ++i) v = x + 0.5f * v;
  return v;
}

__device__ inline void write_all(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) y[i] = twice(x[i]);
}
