// A warp's load touches 32 words that lie STRIDE words apart; the block's warps take such pieces of the window in turn.
//
// What limits it: at stride 1 the L1's data rate; at larger strides the lines a request touches, one bank for all lanes
// at stride 32; once the window exceeds the L1, the L1-L2 link.
template <int STRIDE>
__global__ void load_sweep(float* __restrict__ out, const float* __restrict__ in, int window, int passes) {
  const float* const mine = in + size_t(blockIdx.x) * window;
  float sum = 0;
  for (int pass = 0; pass < passes; pass++)
    for (int i = threadIdx.x * STRIDE; i < window; i += blockDim.x * STRIDE) sum += mine[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
