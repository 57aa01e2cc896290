// Each thread reads and writes 16 bytes at once where whole groups can.
#include "norm.h"

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* l_out, const elt_t* l_in) {
  const int d_l = D_L > 0 ? D_L : c_app.d_l, rank = threadIdx.x % grp_size;
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);
  const bool wide = d_l % (4 * grp_size) == 0;
  for (int h = (threadIdx.x + blockIdx.x * blockDim.x) / grp_size; h < c_app.n_l; h += blockDim.x * gridDim.x / grp_size) {
    const elt_t* const x = l_in + h * d_l;
    elt_t* const y = l_out + h * d_l;
    elt_t sum = 0;
    if (wide)
      for (int i = 4 * rank; i < d_l; i += 4 * grp_size) {
        const float4 v = *reinterpret_cast<const float4*>(x + i);
        sum += (v.x + v.y) + (v.z + v.w);
      }
    else
      for (int i = rank; i < d_l; i += grp_size) sum += x[i];
    for (int distance = grp_size / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(group, sum, distance, grp_size);
    const elt_t mean = sum / d_l;
    if (wide)
      for (int i = 4 * rank; i < d_l; i += 4 * grp_size) {
        const float4 v = *reinterpret_cast<const float4*>(x + i);
        *reinterpret_cast<float4*>(y + i) = {v.x - mean, v.y - mean, v.z - mean, v.w - mean};
      }
    else
      for (int i = rank; i < d_l; i += grp_size) y[i] = x[i] - mean;
  }
}
