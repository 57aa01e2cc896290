// A thread computes four neighbouring components and reads their weights with one load of 16 bytes.
#include "rearrange.h"

template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_base_w2(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2,
                                                    const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const int fours = d_qkv / 4;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < d_ws * fours; i += gridDim.x * blockDim.x) {
    const int i_qkv = 4 * (i % fours), i_ws = i / fours;
    float4 q = {0, 0, 0, 0};
    for (int k = 0; k < D_MODEL; k++) {
      const float4 w = *reinterpret_cast<const float4*>(w_qkv2 + k * d_qkv + i_qkv);
      const float h = h_in[i_ws * D_MODEL + k];
      q.x += w.x * h, q.y += w.y * h, q.z += w.z * h, q.w += w.w * h;
    }
    *reinterpret_cast<float4*>(h_qkv + i_ws * d_qkv + i_qkv) = q;
  }
}
