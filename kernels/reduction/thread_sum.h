// The sum of one thread's share of the array: 16 bytes per load, and four loads in flight before the first is added.
__device__ inline float thread_sum(const float* in, int n) {
  const int vectors = n / 4;
  const int threads = blockDim.x * gridDim.x;
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const float4* from = reinterpret_cast<const float4*>(in);
  float sum = 4 * vectors + thread < n ? in[4 * vectors + thread] : 0;
  int at = thread;
  for (; at + 3 * threads < vectors; at += 4 * threads) {
    float4 x[4];
#pragma unroll
    for (int k = 0; k < 4; k++) x[k] = from[at + k * threads];
#pragma unroll
    for (int k = 0; k < 4; k++) sum += (x[k].x + x[k].y) + (x[k].z + x[k].w);
  }
  for (; at < vectors; at += threads) sum += (from[at].x + from[at].y) + (from[at].z + from[at].w);
  return sum;
}
