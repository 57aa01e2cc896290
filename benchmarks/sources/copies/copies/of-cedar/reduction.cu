__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  const int jump = blockDim.x * gridDim.x;          // threads of the grid
  const int start = blockIdx.x * blockDim.x + threadIdx.x;
  const float4* packs = reinterpret_cast<const float4*>(in);
  const int full = n / 4;
  float s = 0.0f;
  bool aligned = (reinterpret_cast<size_t>(in) & 15) == 0;
  if (aligned) {
    for (int p = start; p < full; p += jump) {
      const float4 q = packs[p];
      s += (q.x + q.y) + (q.z + q.w);
    }
    for (int p = 4 * full + start; p < n; p += jump) s += in[p];
  } else {
    for (int p = start; p < n; p += jump) s += in[p];
  }
  s += __shfl_xor_sync(0xffffffff, s, 16);
  s += __shfl_xor_sync(0xffffffff, s, 8);
  s += __shfl_xor_sync(0xffffffff, s, 4);
  s += __shfl_xor_sync(0xffffffff, s, 2);
  s += __shfl_xor_sync(0xffffffff, s, 1);
  if (threadIdx.x % 32 == 0) atomicAdd(total, s);
}
