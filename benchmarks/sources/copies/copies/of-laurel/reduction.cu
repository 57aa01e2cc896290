// reduces in halves, then inside a warp
__device__ void lastWarp(volatile float* buf, int lane) {
  float keepsake = buf[lane];
  if (blockDim.x >= 64) keepsake += buf[lane + 32];
  __syncwarp();
  for (int gap = 16; gap >= 1; gap /= 2) {
    buf[lane] = keepsake;
    __syncwarp();
    if (lane < gap) keepsake += buf[lane + gap];
    __syncwarp();
  }
  buf[lane] = keepsake;
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  const int size = blockDim.x;
  const int lane = threadIdx.x;
  __shared__ float buf[1024];
  float own = 0;
  long long i = 2LL * size * blockIdx.x + lane;
  while (i < n) {
    own += in[i];
    if (i + size < n) own += in[i + size];
    i += 2LL * size * gridDim.x;
  }
  buf[lane] = own;
  __syncthreads();
  for (int w = size; w > 64;) {
    const int stay = (w / 2 + 31) / 32 * 32;
    if (lane < w - stay) buf[lane] += buf[lane + stay];
    w = stay;
    __syncthreads();
    if (w <= 64 && w < 64 && lane < 32) buf[lane + 32] = 0;
  }
  if (lane < 32) {
    __syncwarp();
    lastWarp(buf, lane);
    if (lane == 0) atomicAdd(total, buf[0]);
  }
}
