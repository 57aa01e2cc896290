// The work of a thread is a function with C linkage.
#include "norm.h"

extern "C" __device__ elt_t sum_of_own(const elt_t* x, int d_l, int rank, int step) {
  elt_t sum = 0;
  for (int i = rank; i < d_l; i += step) sum += x[i];
  return sum;
}

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* l_out, const elt_t* l_in) {
  const int d_l = c_app.d_l, rank = threadIdx.x % grp_size;
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);
  for (int h = (threadIdx.x + blockIdx.x * blockDim.x) / grp_size; h < c_app.n_l; h += blockDim.x * gridDim.x / grp_size) {
    elt_t sum = sum_of_own(l_in + h * d_l, d_l, rank, grp_size);
    for (int distance = grp_size / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(group, sum, distance, grp_size);
    for (int i = rank; i < d_l; i += grp_size) l_out[h * d_l + i] = l_in[h * d_l + i] - sum / d_l;
  }
}
