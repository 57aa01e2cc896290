// 16 bytes per load, and LOADS loads before the first store waits for its value: 16 LOADS bytes per thread are in
// flight.
//
// What limits it: device memory, once threads x 16 x LOADS bytes cover bandwidth times latency (Little's law); for
// arrays that fit into the L2, that and the start and end of a launch.
template <int loads>
__global__ void copy_vector(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int vectors = n / 4, threads = blockDim.x * gridDim.x;
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  int at = thread;
  for (; at + (loads - 1) * threads < vectors; at += loads * threads) {
    float4 kept[loads];
#pragma unroll
    for (int k = 0; k < loads; k++) kept[k] = from[at + k * threads];
#pragma unroll
    for (int k = 0; k < loads; k++) to[at + k * threads] = kept[k];
  }
  for (; at < vectors; at += threads) to[at] = from[at];
  for (int i = 4 * vectors + thread; i < n; i += threads) out[i] = in[i];
}
