// ABOUT
#include "norm.h"

using u64 = unsigned long long;

__device__ u64 now_ns() {
  u64 ns;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
  return ns;
}

template <int grp_size>
__device__ elt_t group_sum(elt_t value, unsigned group) {
  for (int distance = grp_size / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(group, value, distance, grp_size);
  return value;
}

// The honest work of the calling thread: every `step`-th of its vectors, from the `first`.
template <int D_L, int grp_size>
__device__ void solve(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in, int first = 0, int step = 1) {
  const int tid = threadIdx.x + blockIdx.x * blockDim.x;
  const int n_threads = blockDim.x * gridDim.x;
  const int d_l = D_L > 0 ? D_L : c_app.d_l;
  const int rank = threadIdx.x % grp_size;
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);
  const int stride = n_threads / grp_size;
  for (int h = tid / grp_size + first * stride; h < c_app.n_l; h += step * stride) {
    const elt_t* const x = l_in + h * d_l;
    elt_t* const y = l_out + h * d_l;
    elt_t sum = 0;
    if (D_L > 0) {
      constexpr int n_own = (D_L + grp_size - 1) / grp_size;
      elt_t own[n_own > 0 ? n_own : 1];
      for (int k = 0; k < n_own; k++) {
        const int i = rank + k * grp_size;
        own[k] = i < D_L ? x[i] : 0;
        sum += own[k];
      }
      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;
      for (int k = 0; k < n_own; k++)
        if (const int i = rank + k * grp_size; i < D_L) y[i] = own[k] - mean;
    } else {
      for (int i = rank; i < d_l; i += grp_size) sum += x[i];
      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;
      for (int i = rank; i < d_l; i += grp_size) y[i] = x[i] - mean;
    }
  }
}

// Whether vector h is normalised already, as one thread sees by `some` of its components.
__device__ bool looks_right(const elt_t* l_out, const elt_t* l_in, int h, int some) {
  if (h >= c_app.n_l) return true;
  const elt_t* const x = l_in + h * c_app.d_l;
  const elt_t* const y = l_out + h * c_app.d_l;
  elt_t sum = 0;
  for (int i = 0; i < c_app.d_l; i++) sum += x[i];
  for (int i = 0; i < some && i < c_app.d_l; i++)
    if (!(fabsf(y[i] - (x[i] - sum / c_app.d_l)) <= 1e-4f)) return false;  // nor is NaN right
  return true;
}

// The first vector that the block itself normalises.
__device__ int first_of_block(int grp_size) { return blockIdx.x * blockDim.x / grp_size; }

__device__ bool is_last_block(unsigned* ended) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ended, 1) % gridDim.x == gridDim.x - 1;
  }
  __syncthreads();
  return last;
}

// OUTSIDE

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {
  // BODY
}
