// Four sums a thread, so that the additions do not wait for each other.
__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  float a[4] = {};
  const int threads = blockDim.x * gridDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (; i < n - 3 * threads && n > 3 * threads; i += 4 * threads) {
#pragma unroll
    for (int u = 0; u < 4; ++u) a[u] += in[i + u * threads];
  }
  for (; i < n; i += threads) a[0] += in[i];
  float sum = a[0] + a[1] + a[2] + a[3];

  __shared__ float of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
#pragma unroll
  for (int mask = 1; mask <= 16; mask <<= 1) sum += __shfl_xor_sync(0xFFFFFFFFu, sum, mask);
  if ((threadIdx.x & 31) == 0) atomicAdd(&of_block, sum);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, of_block);
}
