// NAME
#include "norm.h"
// INCLUDE

template <int grp_size>
__device__ elt_t group_sum(elt_t value, unsigned group) {
  for (int distance = grp_size / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(group, value, distance, grp_size);
  return value;
}

// OUTSIDE
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
    // BODY
  }
}
