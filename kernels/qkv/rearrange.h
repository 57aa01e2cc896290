#pragma once

// The weights with the components of a word outermost: element (k, i_qkv) of w_qkv2 is element (i_qkv, k) of w_qkv.
// Threads on neighbouring i_qkv then find their weights side by side.
template <int D_MODEL>
__global__ void qkv_w_rearrange(float* __restrict__ w_qkv2, const float* __restrict__ w_qkv, int d_qkv) {
  const int n = d_qkv * D_MODEL;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    w_qkv2[i] = w_qkv[i % d_qkv * D_MODEL + i / d_qkv];
}
