// Variant 3. 16 bytes per load and LOADS loads of each array before the first value is needed: four times fewer
// requests, and 32 LOADS bytes per thread are in flight.
//
// What limits it: device memory, once loads and warps together cover the latency. Two bytes are read for each that is
// written.
template <int loads>
__global__ void sgd_vector(float* __restrict__ weights, const float* __restrict__ gradient, int n,
                           float learning_rate) {
  const int vectors = n / 4, threads = blockDim.x * gridDim.x;
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  float4* const w4 = reinterpret_cast<float4*>(weights);
  const float4* const g4 = reinterpret_cast<const float4*>(gradient);
  for (int at = thread; at < vectors; at += loads * threads) {
    float4 w[loads], g[loads];
#pragma unroll
    for (int k = 0; k < loads; k++) {
      if (at + k * threads >= vectors) break;
      w[k] = w4[at + k * threads];
      g[k] = g4[at + k * threads];
    }
#pragma unroll
    for (int k = 0; k < loads; k++) {
      if (at + k * threads >= vectors) break;
      w4[at + k * threads] = make_float4(w[k].x - learning_rate * g[k].x, w[k].y - learning_rate * g[k].y,
                                         w[k].z - learning_rate * g[k].z, w[k].w - learning_rate * g[k].w);
    }
  }
  for (int i = 4 * vectors + thread; i < n; i += threads) weights[i] -= learning_rate * gradient[i];
}
