// Tree in shared memory, sequential addressing.
#define MAX_THREADS 1024

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float cache[MAX_THREADS];
  int tid = threadIdx.x;
  int stride = blockDim.x * gridDim.x;

  float temp = 0.0f;
  for (int i = blockIdx.x * blockDim.x + tid; i < n; i += stride) {
    temp += in[i];
  }
  cache[tid] = temp;
  __syncthreads();

  int active = blockDim.x;
  while (active > 1) {
    int half = (active + 1) / 2;
    if (tid + half < active) {
      cache[tid] = cache[tid] + cache[tid + half];
    }
    active = half;
    __syncthreads();
  }

  if (tid == 0) {
    atomicAdd(total, cache[0]);
  }
}
