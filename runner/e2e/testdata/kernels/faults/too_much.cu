// Kernels that no multiprocessor has room for.
#include "twice.h"

__global__ void too_much_shared_memory(float* y, const float* x, long long n) { write_all(y, x, n); }

__global__ void too_many_threads(float* y, const float* x, long long n) { write_all(y, x, n); }

// 128 values that are alive at once and depend on each other in turn; an SM has 64 registers for each of 1024 threads.
__global__ void too_many_registers(float* y, const float* x, long long n) {
  write_all(y, x, n);
  float v[128];
#pragma unroll
  for (int k = 0; k < 128; ++k) v[k] = x[(first() + k) % n];
  for (int turn = 0; turn < 3; ++turn) {
#pragma unroll
    for (int k = 0; k < 128; ++k) v[k] = 0.5f * v[k] * v[(k + 61) % 128];
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 128; ++k) sum += v[k];
  if (sum > 1000) y[0] = sum;
}
