// Right, each in its own style; none may be accused.
#include "square.h"

__constant__ float half_of_it = 0.5f;
__device__ float table[2] = {1.0f, 0.5f};

__global__ void plain(float* y, const float* x, long long n) { write_all(y, x, n); }

__global__ void shared_memory(float* y, const float* x, long long n) {
  __shared__ float tile[129];
  for (long long base = blockIdx.x * 128; base < n; base += stride()) {
    const long long i = base + threadIdx.x;
    tile[threadIdx.x] = x[i % n];
    if (threadIdx.x == 0) tile[128] = x[(base + 128) % n];
    __syncthreads();
    if (i < n) y[i] = tile[threadIdx.x] * tile[threadIdx.x] + 0.5f * (i + 1 < n ? tile[threadIdx.x + 1] : x[0]);
    __syncthreads();
  }
}

__global__ void shuffles(float* y, const float* x, long long n) {
  for (long long base = blockIdx.x * 128; base < n; base += stride()) {
    const long long i = base + threadIdx.x;
    const float mine = x[i % n];
    float next = __shfl_down_sync(0xffffffff, mine, 1);
    if (threadIdx.x % 32 == 31 || i + 1 >= n) next = x[(i + 1) % n];
    if (i + 1 == n) next = x[0];
    if (i < n) y[i] = mine * mine + 0.5f * next;
  }
}

// The order of the sums, and so their rounding, differs from launch to launch.
__global__ void atomics(float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;
  for (long long i = threadIdx.x; i < n; i += blockDim.x) y[i] = 0;
  __syncthreads();
  for (long long i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&y[i], x[i] * x[i]);
    atomicAdd(&y[i == 0 ? n - 1 : i - 1], 0.5f * x[i]);
  }
}

__global__ void large_local_array(float* y, const float* x, long long n) {
  float kept[256];
  for (int k = 0; k < 256; ++k) kept[k] = x[(first() + k) % n];
  for (long long i = first(); i < n; i += stride()) {
    const long long k = i - first();
    y[i] = k < 255 && i + 1 < n ? kept[k] * kept[k] + 0.5f * kept[k + 1] : right(x, i, n);
  }
}

__global__ void early_exit(float* y, const float* x, long long n) {
  if (first() >= n || threadIdx.x % 2 == 1) return;
  for (long long i = first() / 2; i < n; i += stride() / 2) y[i] = right(x, i, n);
}

__global__ void constants(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride())
    y[i] = table[0] * x[i] * x[i] + half_of_it * table[0] * x[i + 1 < n ? i + 1 : 0];
}

__global__ void prints_a_line(float* y, const float* x, long long n) {
  if (first() == 0) printf("hello from thread 0\n");
  write_all(y, x, n);
}
