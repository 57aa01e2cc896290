// A warp has neighbouring words. It loads eight at a time, one component per lane, and stores each three times.
//
// What limits it: the launch, and the L1-L2 link.
__global__ void move_words(float* __restrict__ h_qkv, const float* __restrict__ h_in, int d_ws) {
  constexpr int kTogether = 8;
  const int lane = threadIdx.x % 32;
  const long long n_warps = gridDim.x * blockDim.x / 32;
  const long long warp = (threadIdx.x + blockIdx.x * blockDim.x) / 32;
  const int end = int((warp + 1) * d_ws / n_warps);

  for (int word = int(warp * d_ws / n_warps); word < end; word += kTogether) {
    float h[kTogether];
#pragma unroll
    for (int i = 0; i < kTogether; i++) h[i] = word + i < end ? h_in[(word + i) * 32 + lane] : 0;
#pragma unroll
    for (int i = 0; i < kTogether; i++)
      if (word + i < end)
#pragma unroll
        for (int j = 0; j < 3; j++) h_qkv[(word + i) * 96 + 32 * j + lane] = h[i];
  }
}
