__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n)
{
  __shared__ float result;
  if (threadIdx.x == 0) result = 0;
  __syncthreads();

  const int all = gridDim.x * blockDim.x;
  float part[4] = {};
  int pos = blockIdx.x * blockDim.x + threadIdx.x;
  for (; pos < n - 3 * all && n > 3 * all; pos += 4 * all) {
#pragma unroll
    for (int lane = 0; lane < 4; ++lane) part[lane] += in[pos + lane * all];
  }
  for (; pos < n; pos += all) {
    part[0] += in[pos];
  }
  float mine = part[0] + part[1] + part[2] + part[3];

#pragma unroll
  for (int bit = 1; bit <= 16; bit <<= 1) {
    mine += __shfl_xor_sync(0xFFFFFFFFu, mine, bit);
  }
  if ((threadIdx.x & 31) == 0) atomicAdd(&result, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, result);
}
