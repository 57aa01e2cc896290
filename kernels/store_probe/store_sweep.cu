// A thread stores to WORDS neighbouring words, one per store; the lanes of a warp are WORDS words apart. So each sector
// is written by up to 8 stores, and how many writes leave the L1 tells how long it waits for the next one.
//
// What limits it: the pauses, or the writes that the L1 could not merge.
template <int WORDS>
__global__ void store_sweep(float* __restrict__ out, const float* __restrict__ in, const float* __restrict__ factor,
                            int pause, int lanes, int rounds) {
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const int threads = blockDim.x * gridDim.x;
  if (int(threadIdx.x % 32) >= lanes) return;
  const float one = *factor;  // 1, which the compiler does not know
  for (int round = 0; round < rounds; round++) {
    const int i = thread + round * threads;
    float value = in[i];
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
      out[size_t(i) * WORDS + k] = value;
#pragma unroll 1
      for (int p = 0; p < pause; p++) value = value * one;
    }
  }
}
