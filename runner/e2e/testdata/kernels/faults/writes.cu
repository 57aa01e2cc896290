// Kernels that compute what they should and write something else as well.
#include "twice.h"

__global__ void writes_past_end(float* y, const float* x, long long n) {
  write_all(y, x, n);
  if (first() < 3) y[n + first()] = 0;
}

__global__ void writes_before_start(float* y, const float* x, long long n) {
  write_all(y, x, n);
  if (first() == 0) y[-2] = 0;
}

__global__ void writes_input(float* y, float* x, long long n) {
  write_all(y, x, n);
  if (first() == 0) x[n - 1] = 7;
}

__global__ void prints_flood(float* y, const float* x, long long n) {
  write_all(y, x, n);
  for (int line = 0; line < 4; ++line) printf("thread %lld prints line %d of a flood\n", first(), line);
}
