#pragma once

// To be solved, first part: write w_qkv2 with the weights in an order that lets a warp of qkv_base_w2 read few sectors
// per load. So far it is an exact copy: element (i_qkv, k), row after row.
//
// It runs before the clock starts. qkv_base_w2.cu and qkv_strip_w2.cu read what it writes: whoever changes the order
// here changes the addresses there.
template <int D_MODEL>
__global__ void qkv_w_rearrange(float* __restrict__ w_qkv2, const float* __restrict__ w_qkv, int d_qkv) {
  const int n = d_qkv * D_MODEL;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) w_qkv2[i] = w_qkv[i];
}
