// Elements come to shared memory by cp.async, 128 bytes of each thread at most; longer vectors are read twice.
#include <cuda_pipeline.h>

#include "norm.h"

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* l_out, const elt_t* l_in) {
  constexpr int kOwn = D_L > 0 ? (D_L + grp_size - 1) / grp_size : 1;
  __shared__ elt_t staged[D_L > 0 && kOwn <= 8 ? kOwn * 1024 : 1];
  const int d_l = D_L > 0 ? D_L : c_app.d_l, rank = threadIdx.x % grp_size;
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);
  for (int h = (threadIdx.x + blockIdx.x * blockDim.x) / grp_size; h < c_app.n_l; h += blockDim.x * gridDim.x / grp_size) {
    const elt_t* const x = l_in + h * d_l;
    const bool fits = D_L > 0 && kOwn <= 8;
    if (fits) {
      for (int k = 0, i = rank; i < d_l; k++, i += grp_size)
        __pipeline_memcpy_async(&staged[k * blockDim.x + threadIdx.x], x + i, sizeof(elt_t));
      __pipeline_commit();
      __pipeline_wait_prior(0);
    }
    const auto own = [&](int k, int i) { return fits ? staged[k * blockDim.x + threadIdx.x] : x[i]; };
    elt_t sum = 0;
    for (int k = 0, i = rank; i < d_l; k++, i += grp_size) sum += own(k, i);
    for (int distance = grp_size / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(group, sum, distance, grp_size);
    for (int k = 0, i = rank; i < d_l; k++, i += grp_size) l_out[h * d_l + i] = own(k, i) - sum / d_l;
  }
}
