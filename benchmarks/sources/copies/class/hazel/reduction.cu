// Every warp has a piece of the array of its own, one after the other. No shared memory at all.
__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  const int warps = gridDim.x * (blockDim.x / 32);
  const int my_warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const int my_lane = threadIdx.x % 32;
  const int piece = ((n + warps - 1) / warps + 31) / 32 * 32;
  const long long begin = (long long)my_warp * piece;
  const long long end = begin + piece < n ? begin + piece : n;
  float even = 0, odd = 0;
  for (long long i = begin + my_lane; i < end; i += 64) {
    even += in[i];
    if (i + 32 < end) odd += in[i + 32];
  }
  float both = even + odd;
  for (int d = 1; d < 32; d *= 2) {
    const float other = __shfl_xor_sync(~0u, both, d);
    both = both + other;
  }
  if (my_lane == 0 && begin < end) atomicAdd(total, both);
}
