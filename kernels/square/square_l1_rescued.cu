// Rung 4. Each load touches 16 sectors as in rung 2, but a thread's four elements are side by side: the next load wants
// the same sectors at once, and L1 has them or has asked for them. Stores have less luck, as L1 writes through: it
// joins some that follow each other at once, and L2 puts together what arrives in parts.
//
// What limits it: the link between L1 and L2, where a sector is stored in parts, or else device memory; and the cache
// must be large enough for all resident warps. The next rung asks for the same 16 bytes of a thread at once.
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
