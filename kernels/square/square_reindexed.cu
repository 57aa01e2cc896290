// Rung 3. Four elements a thread as in rung 2, a block's width apart instead of side by side: each of a warp's four
// loads is four whole sectors again, and several are under way together.
//
// What limits it: device memory, nearly. For sm_90 the compiler places three loads before the first store and the
// fourth behind the third, so that a thread waits twice. The next rung goes back to uncoalesced loads, in an order that
// a cache can save.
__global__ void square_reindexed(float* __restrict__ out, const float* __restrict__ in, int n) {
  const int first = threadIdx.x + 4 * blockIdx.x * blockDim.x;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const int i = first + k * blockDim.x;
    if (i < n) out[i] = in[i] * in[i];
  }
}
