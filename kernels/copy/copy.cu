// One element per turn of a grid-stride loop: a warp's load and store are four 32-byte sectors each.
//
// What limits it: the requests that a multiprocessor can have in flight. With few warps they do not cover the latency
// of device memory.
__global__ void copy(float* __restrict__ out, const float* __restrict__ in, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) out[i] = in[i];
}
