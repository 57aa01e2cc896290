// Variant 5. New against variant 4: a block of 32 x 32 threads computes 32 x 32 outputs from tiles in shared memory, so
// that each element read from L2 serves 32 threads, and no rearranged weights are needed.
//
// What limits it: two loads from shared memory for each multiply-add.

constexpr int kTile = 32;

// D_MODEL: components of a word, known to the compiler. Blocks of kTile x kTile threads, one per tile of outputs.
template <int D_MODEL>
__global__ void qkv_tiled(float* __restrict__ h_qkv, const float* __restrict__ w_qkv, const float* __restrict__ h_in,
                          int d_ws, int d_qkv) {
  __shared__ float h_tile[kTile][kTile];      // [word][k]
  __shared__ float w_tile[kTile][kTile + 1];  // [component][k]; one more column: a warp reads down the rows

  const int tiles_of_word = (d_qkv + kTile - 1) / kTile;
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int i_qkv = blockIdx.x % tiles_of_word * kTile + x;
  const int i_ws = blockIdx.x / tiles_of_word * kTile + y;
  const int w_row = blockIdx.x % tiles_of_word * kTile + y;

  float q = 0;
  for (int k0 = 0; k0 < D_MODEL; k0 += kTile) {
    const bool in_row = k0 + x < D_MODEL;
    h_tile[y][x] = in_row && i_ws < d_ws ? h_in[i_ws * D_MODEL + k0 + x] : 0;
    w_tile[y][x] = in_row && w_row < d_qkv ? w_qkv[w_row * D_MODEL + k0 + x] : 0;
    __syncthreads();
    for (int k = 0; k < kTile; k++) q += w_tile[x][k] * h_tile[y][k];
    __syncthreads();
  }
  if (i_qkv < d_qkv && i_ws < d_ws) h_qkv[i_ws * d_qkv + i_qkv] = q;
}
