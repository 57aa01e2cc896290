// The solved assignment: grp_size neighbouring threads share a vector and touch neighbouring elements of it.
//
// What limits it: with groups of 8 or more every request fills whole sectors, and the L1-L2 traffic is ideal; what is
// left is that traffic itself. Smaller groups still spread a warp's request over many lines; larger ones pay more
// shuffles per vector.
#include "norm.h"

// The sum of `value` over the group of the calling thread. `group` is the mask of its lanes.
template <int grp_size>
__device__ elt_t group_sum(elt_t value, unsigned group) {
  for (int distance = grp_size / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(group, value, distance, grp_size);
  return value;
}

// D_L: components of a vector, known to the compiler; 0: known at run time only.
// grp_size: threads that share a vector, a power of two up to 32. A block has whole warps.
template <int D_L, int grp_size>
__global__ void norm_group(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {
  const int tid = threadIdx.x + blockIdx.x * blockDim.x;
  const int n_threads = blockDim.x * gridDim.x;
  const int d_l = D_L > 0 ? D_L : c_app.d_l;
  const int n_l = c_app.n_l;
  const int rank = threadIdx.x % grp_size;
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);

  for (int h = tid / grp_size; h < n_l; h += n_threads / grp_size) {
    const elt_t* const x = l_in + h * d_l;
    elt_t* const y = l_out + h * d_l;
    elt_t sum = 0;

    if (D_L > 0) {
      // The trip count is known: the thread's own elements stay in registers.
      constexpr int n_own = (D_L + grp_size - 1) / grp_size;
      elt_t own[n_own > 0 ? n_own : 1];
      for (int k = 0; k < n_own; k++) {
        const int i = rank + k * grp_size;
        own[k] = i < D_L ? x[i] : 0;
        sum += own[k];
      }
      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;
      for (int k = 0; k < n_own; k++) {
        const int i = rank + k * grp_size;
        if (i < D_L) y[i] = own[k] - mean;
      }
    } else {
      for (int i = rank; i < d_l; i += grp_size) sum += x[i];
      const elt_t mean = group_sum<grp_size>(sum, group) / d_l;
      for (int i = rank; i < d_l; i += grp_size) y[i] = x[i] - mean;
    }
  }
}
