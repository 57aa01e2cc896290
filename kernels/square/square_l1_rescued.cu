// Variant 4. Each load touches 16 sectors as in variant 2, but a thread's four elements are side by side: the next load
// wants the same sectors at once, and L1 has them or has asked for them. L1 writes stores through, but joins those to
// one sector that follow each other at once, as a thread's four do; L2 puts together what arrives in parts.
//
// What limits it: device memory, as in variant 3, as long as the cache does both. It must be large enough for all
// resident warps, and stores that it does not join load its link to L2. The next variant asks for the same 16 bytes of
// a thread at once.
__global__ void square_l1_rescued(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int first = 4 * (threadIdx.x + blockIdx.x * blockDim.x);
  float own[4];
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (first + k < n) own[k] = in[first + k];
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (first + k < n) out[first + k] = own[k] * own[k];
}
