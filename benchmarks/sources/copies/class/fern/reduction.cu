// Compensated summation (Kahan) in each thread, because the tolerance looked tight to me.
struct Kahan {
  float sum;
  float lost;

  __device__ void add(float x) {
    const float y = x - lost;
    const float t = sum + y;
    lost = (t - sum) - y;
    sum = t;
  }
};

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  extern __shared__ float unused[];
  __shared__ float parts[1024];
  Kahan k{0.0f, 0.0f};
  const long long step = (long long)gridDim.x * blockDim.x;
  for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) k.add(in[i]);
  parts[threadIdx.x] = k.sum;
  __syncthreads();

  // Thread 0 of every warp adds its warp, thread 0 the warps: not fast, but easy to check.
  if (threadIdx.x % 32 == 0) {
    Kahan w{0.0f, 0.0f};
    for (int j = 0; j < 32; ++j) w.add(parts[threadIdx.x + j]);
    parts[threadIdx.x] = w.sum;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    Kahan b{0.0f, 0.0f};
    for (int j = 0; j < blockDim.x; j += 32) b.add(parts[j]);
    atomicAdd(total, b.sum);
  }
}
