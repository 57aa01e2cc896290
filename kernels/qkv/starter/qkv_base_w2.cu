// To be solved, first part, with rearrange.h: read the weights from where the rearrangement puts them.
//
// So far this is qkv_base on a copy of the weights: correct, and as slow. A load of weights touches 32 sectors (SW is
// the mean of that and the other load's 1), in few banks (BXW). A correct solution needs far fewer.
#include "rearrange.h"

// D_MODEL: components of a word, known to the compiler. A block has whole warps.
template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_base_w2(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2,
                                                    const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const int n = d_ws * d_qkv;
  const int n_threads = gridDim.x * blockDim.x;

  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += n_threads) {
    const int i_qkv = i % d_qkv;
    const int i_ws = i / d_qkv;
    float q = 0;
    for (int k = 0; k < D_MODEL; k++) q += w_qkv2[i_qkv * D_MODEL + k] * h_in[i_ws * D_MODEL + k];
    h_qkv[i_ws * d_qkv + i_qkv] = q;
  }
}
