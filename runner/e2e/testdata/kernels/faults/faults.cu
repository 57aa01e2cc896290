// Kernels that do not come to their end. Each computes what it should and then errs once.
#include "twice.h"

__global__ void endless_loop(float* y, const volatile float* x, long long n) {
  while (x[0] < 2) y[first() % n] = 0;
}

__global__ void illegal_address(float* y, const float* x, long long n) {
  write_all(y, x, n);
  if (first() == 0) y[1LL << 40] = 1;
}

__global__ void misaligned_access(float* y, const float* x, long long n) {
  write_all(y, x, n);
  const double across = *reinterpret_cast<const volatile double*>(x + 1);
  if (across == 12345) y[0] = 1;
}

__global__ void trap(float* y, const float* x, long long n) {
  write_all(y, x, n);
  if (first() == 0) __trap();
}

__global__ void device_assert(float* y, const float* x, long long n) {
  write_all(y, x, n);
  assert(first() != 5);
}

__device__ __noinline__ float deeper(const volatile float* x, int depth) {
  volatile float local[64];
  local[depth % 64] = x[0];
  return x[0] < 2 ? deeper(x, depth + 1) + local[depth % 64] : 0;
}

__global__ void stack_overflow(float* y, const float* x, long long n) {
  write_all(y, x, n);
  if (first() == 0) y[0] = deeper(x, 0);
}

// Half of each warp waits for the block, the other half for the whole warp.
__global__ void divergent_syncthreads(float* y, const float* x, long long n) {
  write_all(y, x, n);
  float sum = x[0];
  if (threadIdx.x % 32 < 16)
    __syncthreads();
  else
    sum = __shfl_xor_sync(0xffffffffu, sum, 16);
  y[0] = 2 * sum;
}
