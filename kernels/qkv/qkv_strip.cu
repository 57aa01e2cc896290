// Variant 3. New against variant 1: a warp computes 8 components of 4 words instead of 32 of one, so that four threads
// share each weight: a quarter of the L2 traffic where the weights do not fit the L1 cache.
//
// What limits it: the 8 rows of weights and 4 words that a warp reads lie in the same few L1 banks.
#include "strip.h"

// D_MODEL: components of a word, known to the compiler. A block has whole warps.
template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_strip(float* __restrict__ h_qkv, const float* __restrict__ w_qkv,
                                                  const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const Strip strip = strip_of_thread();
  const int strips_of_word = (d_qkv + kStripQkv - 1) / kStripQkv;
  const int n_strips = strips_of_word * ((d_ws + kStripWs - 1) / kStripWs);

  for (int i = strip.warp; i < n_strips; i += strip.n_warps) {
    const int i_qkv = i % strips_of_word * kStripQkv + strip.i_qkv;
    const int i_ws = i / strips_of_word * kStripWs + strip.i_ws;
    if (i_qkv >= d_qkv || i_ws >= d_ws) continue;
    float q = 0;
    for (int k = 0; k < D_MODEL; k++) q += w_qkv[i_qkv * D_MODEL + k] * h_in[i_ws * D_MODEL + k];
    h_qkv[i_ws * d_qkv + i_qkv] = q;
  }
}
