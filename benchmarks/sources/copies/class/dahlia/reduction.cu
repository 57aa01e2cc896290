// first version from the lecture, interleaved; I did not get the faster one to work for odd block sizes
__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float sdata[1024];
  unsigned int tid = threadIdx.x;
  for (int tile = blockIdx.x; tile * (int)blockDim.x < n; tile += gridDim.x) {
    int idx = tile * blockDim.x + tid;
    if (idx < n) sdata[tid] = in[idx];
    else sdata[tid] = 0;
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s = s * 2) {
      if (tid % (2 * s) == 0) {
        if (tid + s < blockDim.x) sdata[tid] += sdata[tid + s];
      }
      __syncthreads();
    }
    if (tid == 0) atomicAdd(total, sdata[0]);
    __syncthreads();
  }
}
