// Right at first: what a launch does depends on launches before it.
#include "square.h"

__device__ int launches;
__device__ bool done;
__device__ float seen_first_element;
__device__ float* seen_outputs[64];
__device__ float kept_answer[1 << 16];

__device__ inline void write_alone(float* y, const float* x, long long n) {
  for (long long i = threadIdx.x; i < n; i += blockDim.x) y[i] = right(x, i, n);
}

__global__ void right_for_two_launches(float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;  // one block, so that __syncthreads() makes all look before one writes
  const bool work = launches < 2;
  __syncthreads();
  if (threadIdx.x == 0) ++launches;
  if (work) write_alone(y, x, n);
}

__global__ void works_once(float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;
  const bool work = !done;
  __syncthreads();
  if (threadIdx.x == 0) done = true;
  if (work) write_alone(y, x, n);
}

__global__ void works_once_a_buffer(float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;
  int place = 0;
  while (place < 63 && seen_outputs[place] != nullptr && seen_outputs[place] != y) ++place;
  const bool work = seen_outputs[place] != y;
  __syncthreads();
  if (threadIdx.x == 0) seen_outputs[place] = y;
  if (work) write_alone(y, x, n);
}

__global__ void works_once_for_inputs(float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;
  const bool work = seen_first_element != x[0];
  __syncthreads();
  if (threadIdx.x == 0) seen_first_element = x[0];
  if (work) write_alone(y, x, n);
}

__global__ void replays_its_first_answer(float* y, const float* x, long long n) {
  if (blockIdx.x > 0) return;
  const bool work = !done;
  __syncthreads();
  if (threadIdx.x == 0) done = true;
  for (long long i = threadIdx.x; i < n; i += blockDim.x) {
    if (work) kept_answer[i] = right(x, i, n);
    y[i] = kept_answer[i];
  }
}

// Works only where the output holds what a verifier leaves there.
__global__ void detects_poison(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride())
    if (isnan(y[i])) y[i] = right(x, i, n);
}
