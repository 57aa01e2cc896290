// Two elements per thread and tile. The upper half of the block hands its sums to the lower half until one warp is
// left, which finishes without barriers.
__device__ void finish(volatile float* v, int t) {
  float x = v[t];
  if (blockDim.x >= 64) x += v[t + 32];
  __syncwarp();
  for (int far = 16; far >= 1; far /= 2) {
    v[t] = x;
    __syncwarp();
    if (t < far) x += v[t + far];
    __syncwarp();
  }
  v[t] = x;
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float v[1024];
  const int t = threadIdx.x, block = blockDim.x;
  float x = 0;
  for (long long at = 2LL * block * blockIdx.x + t; at < n; at += 2LL * block * gridDim.x) {
    x += in[at];
    if (at + block < n) x += in[at + block];
  }
  v[t] = x;
  __syncthreads();
  int width = block;
  while (width > 64) {
    const int keep = (width / 2 + 31) / 32 * 32;
    if (t < width - keep) v[t] += v[t + keep];
    width = keep;
    __syncthreads();
  }
  if (t < 32) {
    if (width < 64 && block >= 64) v[t + 32] = 0;
    __syncwarp();
    finish(v, t);
    if (t == 0) atomicAdd(total, v[0]);
  }
}
