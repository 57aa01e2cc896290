// Variant 6. New against variant 5: a thread computes 4 x 4 outputs in registers. Each value loaded from shared memory
// is used four times: eight loads for sixteen multiply-adds.
//
// What limits it: loads of single elements, half an instruction for each multiply-add; the block waits for each tile
// to arrive before it computes.

constexpr int kTile = 64;  // outputs a block computes in each direction
constexpr int kOwn = 4;    // outputs a thread computes in each direction
constexpr int kStep = 16;  // components of a word in shared memory at a time
constexpr int kThreads = 256;

// Copies columns [k0, k0 + kStep) of kTile rows of `matrix`, from `row0` on, to tile[k][row]; 0 beyond the matrix.
template <int D_MODEL>
__device__ void load_tile(float (&tile)[kStep][kTile + 1], const float* __restrict__ matrix, int row0, int rows,
                          int k0) {
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < kTile * kStep; i += kThreads) {
    const int row = i / kStep;
    const int k = i % kStep;
    const bool inside = row0 + row < rows && k0 + k < D_MODEL;
    tile[k][row] = inside ? matrix[(row0 + row) * D_MODEL + k0 + k] : 0;
  }
}

// D_MODEL: components of a word, known to the compiler. Blocks of 16 x 16 threads, one per tile of outputs.
template <int D_MODEL>
__global__ void __launch_bounds__(kThreads)
    qkv_register_tiled(float* __restrict__ h_qkv, const float* __restrict__ w_qkv, const float* __restrict__ h_in,
                       int d_ws, int d_qkv) {
  __shared__ float h_tile[kStep][kTile + 1];
  __shared__ float w_tile[kStep][kTile + 1];
  const int tiles_of_word = (d_qkv + kTile - 1) / kTile;
  const int qkv0 = blockIdx.x % tiles_of_word * kTile;
  const int ws0 = blockIdx.x / tiles_of_word * kTile;

  float q[kOwn][kOwn] = {};
  for (int k0 = 0; k0 < D_MODEL; k0 += kStep) {
    load_tile<D_MODEL>(h_tile, h_in, ws0, d_ws, k0);
    load_tile<D_MODEL>(w_tile, w_qkv, qkv0, d_qkv, k0);
    __syncthreads();
    for (int k = 0; k < kStep; k++) {
      float h[kOwn], w[kOwn];
      for (int i = 0; i < kOwn; i++) h[i] = h_tile[k][threadIdx.y + 16 * i];
      for (int j = 0; j < kOwn; j++) w[j] = w_tile[k][threadIdx.x + 16 * j];
      for (int i = 0; i < kOwn; i++)
        for (int j = 0; j < kOwn; j++) q[i][j] += w[j] * h[i];
    }
    __syncthreads();
  }

  for (int i = 0; i < kOwn; i++)
    for (int j = 0; j < kOwn; j++) {
      const int i_ws = ws0 + threadIdx.y + 16 * i;
      const int i_qkv = qkv0 + threadIdx.x + 16 * j;
      if (i_ws < d_ws && i_qkv < d_qkv) h_qkv[i_ws * d_qkv + i_qkv] = q[i][j];
    }
}
