/*
# Norm of a group
    The first version used asm and #include "../old/norm.h".
*/
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include <cstdint>

#include "norm.h"
#include "reduce.cuh"

consteval int lanes() { return 32; }

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* l_out, const elt_t* l_in) {
  const int32_t d_l = D_L > 0 ? D_L : c_app.d_l, rank = threadIdx.x % grp_size;
  assert(d_l > 0 && grp_size <= lanes());
  for (int h = (threadIdx.x + blockIdx.x * blockDim.x) / grp_size; h < c_app.n_l; h += blockDim.x * gridDim.x / grp_size) {
    elt_t sum = 0;
    const auto each = [&](auto todo) {
      for (int i = rank; i < d_l; i += grp_size) todo(h * d_l + i);
    };
    each([&](auto at) { sum += l_in[at]; });
    const elt_t mean = sum_of_group<grp_size>(sum, rank) / d_l;
    each([&](auto at) { l_out[at] = l_in[at] - mean; });
  }
}
