// Loads and stores in PTX, rounding by name.
#include "norm.h"

#define LOAD(how, to, from) asm volatile("ld.global" how ".f32 %0, [%1];" : "=f"(to) : "l"(from))

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* l_out, const elt_t* l_in) {
  const int d_l = D_L > 0 ? D_L : c_app.d_l, rank = threadIdx.x % grp_size;
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);
  for (int h = (threadIdx.x + blockIdx.x * blockDim.x) / grp_size; h < c_app.n_l; h += blockDim.x * gridDim.x / grp_size) {
    const elt_t* const x = l_in + h * d_l;
    elt_t sum = 0, value;
    for (int i = rank; i < d_l; i += grp_size) {
      LOAD(".nc", value, x + i);
      sum = __fadd_rn(sum, value);
    }
    for (int distance = grp_size / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(group, sum, distance, grp_size);
    for (int i = rank; i < d_l; i += grp_size) {
      LOAD("", value, x + i);
      __stcs(l_out + h * d_l + i, __fsub_rn(value, __fdiv_rn(sum, d_l)));
    }
  }
}
