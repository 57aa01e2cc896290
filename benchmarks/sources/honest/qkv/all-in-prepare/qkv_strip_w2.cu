// Variant 4. New against variant 3: the rearranged weights of variant 2. A warp reads its 8 weights from one sector.
//
// What limits it: two loads for each multiply-add, and each still costs an L1 request: the multiply-add units wait for
// the load units.
#include "rearrange.h"
#include "strip.h"

// D_MODEL: components of a word, known to the compiler. A block has whole warps.
template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_strip_w2(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2,
                                                     const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const Strip strip = strip_of_thread();
  const int strips_of_word = (d_qkv + kStripQkv - 1) / kStripQkv;
  const int n_strips = strips_of_word * ((d_ws + kStripWs - 1) / kStripWs);

  for (int i = strip.warp; i < n_strips; i += strip.n_warps) {
    const int i_qkv = i % strips_of_word * kStripQkv + strip.i_qkv;
    const int i_ws = i / strips_of_word * kStripWs + strip.i_ws;
    if (i_qkv >= d_qkv || i_ws >= d_ws) continue;
    float q = 0;
    for (int k = 0; k < D_MODEL; k++) q += w_qkv2[k * d_qkv + i_qkv] * h_in[i_ws * D_MODEL + k];
    h_qkv[i_ws * d_qkv + i_qkv] = q;
  }
}
