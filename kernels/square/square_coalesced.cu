// Variant 1. One thread per element, neighbours in neighbouring threads: the 128 bytes of a warp's load are four
// 32-byte sectors, of which every byte is used.
//
// What limits it: latency. A warp has 128 bytes in flight, and all the warps that a multiprocessor of an H200 can hold
// are too few of them to keep device memory busy. The next variant gives a thread four elements, and does it wrongly.
__global__ void square_coalesced(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = in[i] * in[i];
}
