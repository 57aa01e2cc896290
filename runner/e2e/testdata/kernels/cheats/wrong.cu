// Results that are not what was asked for.
#include "square.h"

__global__ void unsolved(float* y, const float* x, long long n) {}

__global__ void wrong_for_odd_shapes(float* y, const float* x, long long n) {
  for (long long i = first(); i < n / 4 * 4; i += stride()) y[i] = right(x, i, n);
}

__global__ void stops_one_early(float* y, const float* x, long long n) {
  for (long long i = first(); i < n - 1; i += stride()) y[i] = right(x, i, n);
}

__global__ void not_a_number(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) y[i] = 0.0f / (x[i] - x[i]);
}

__global__ void zeros(float* y, const float* x, long long n) { write_zeros(y, n); }

__global__ void copies_its_input(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) y[i] = x[i];
}

// Keeps the eleven bits of significand that half precision has.
__global__ void half_precision(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride())
    y[i] = __int_as_float((__float_as_int(right(x, i, n)) + 0x1000) & ~0x1fff);
}

// Reads what threads two warps further on write into shared memory, without waiting for them.
__global__ void race(float* y, const float* x, long long n) {
  __shared__ float tile[128];
  const int ahead = (threadIdx.x + 64) % 128;
  for (long long base = blockIdx.x * 128; base < n; base += stride()) {
    const long long i = base + threadIdx.x;
    volatile long long delay = threadIdx.x >= 64 ? 2000 : 0;
    while (delay > 0) delay = delay - 1;
    tile[threadIdx.x] = i < n ? right(x, i, n) : 0;
    if (base + ahead < n) y[base + ahead] = tile[ahead];
    __syncthreads();
    tile[threadIdx.x] = 0;
    __syncthreads();
  }
}

// What a thread adds depends on when it runs.
__global__ void depends_on_the_clock(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) y[i] = right(x, i, n) + 1e-3f * ((clock64() + blockIdx.x) % 7);
}

__global__ void prints_a_result(float* y, const float* x, long long n) {
  if (first() == 0) printf("ok: prints_a_result: 1000 of 1000 elements are right\n{\"outcome\": \"ok\"}\n");
  write_zeros(y, n);
}
