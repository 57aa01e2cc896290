// Variant 2. New against variant 1: the weights are rearranged, so that a warp reads 32 neighbouring weights: four
// sectors without bank conflicts instead of 32 with.
//
// What limits it: a word's components are used by 32 threads, but each weight by one thread only. When the weights do
// not fit the L1 cache, they are read anew from L2 for every word.
#include "rearrange.h"

// D_MODEL: components of a word, known to the compiler.
template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_base_w2(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2,
                                                    const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const int n = d_ws * d_qkv;
  const int n_threads = gridDim.x * blockDim.x;

  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += n_threads) {
    const int i_qkv = i % d_qkv;
    const int i_ws = i / d_qkv;
    float q = 0;
    for (int k = 0; k < D_MODEL; k++) q += w_qkv2[k * d_qkv + i_qkv] * h_in[i_ws * D_MODEL + k];
    h_qkv[i] = q;
  }
}
