// Variant 1, the starting point: one thread per output, neighbouring threads on neighbouring components of one word.
//
// What limits it: the 32 threads of a warp read 32 rows of weights, d_model elements apart. That is a sector per
// thread, all in the same few L1 banks, for one of the two loads of each multiply-add.

// D_MODEL: components of a word, known to the compiler.
template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_base(float* __restrict__ h_qkv, const float* __restrict__ w_qkv,
                                                 const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const int n = d_ws * d_qkv;
  const int n_threads = gridDim.x * blockDim.x;

  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += n_threads) {
    const int i_qkv = i % d_qkv;
    const int i_ws = i / d_qkv;
    float q = 0;
    for (int k = 0; k < D_MODEL; k++) q += w_qkv[i_qkv * D_MODEL + k] * h_in[i_ws * D_MODEL + k];
    h_qkv[i] = q;
  }
}
