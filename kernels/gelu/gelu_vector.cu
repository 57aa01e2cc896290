// Variant 5. 16 bytes per load and LOADS loads before the first value is needed; indices and loop are shared by four
// elements.
//
// What limits it: device memory, as a copy, once loads and warps together cover the latency.
#include "gelu.h"

template <int loads>
__global__ void gelu_vector(float* __restrict__ y, const float* __restrict__ x, int n) {
  const int vectors = n / 4, threads = blockDim.x * gridDim.x;
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const float4* const from = reinterpret_cast<const float4*>(x);
  float4* const to = reinterpret_cast<float4*>(y);
  for (int at = thread; at < vectors; at += loads * threads) {
    float4 own[loads];
#pragma unroll
    for (int k = 0; k < loads; k++)
      if (at + k * threads < vectors) own[k] = from[at + k * threads];
#pragma unroll
    for (int k = 0; k < loads; k++)
      if (at + k * threads < vectors)
        to[at + k * threads] = make_float4(gelu(own[k].x), gelu(own[k].y), gelu(own[k].z), gelu(own[k].w));
  }
  for (int i = 4 * vectors + thread; i < n; i += threads) y[i] = gelu(x[i]);
}
