// To be solved, second part: each weight that a warp reads should serve several of its threads.
//
// So far this is qkv_base: correct, and slow on the larger layer, whose weights every multiprocessor reads about a
// thousand times from L2 (N-Rd). The 32 threads of a warp compute 32 components of one word. Choose another assignment
// of threads to outputs, so that a warp covers several words, and watch N-Rd and GB/s fall.

// D_MODEL: components of a word, known to the compiler. A block has whole warps.
template <int D_MODEL>
__global__ void __launch_bounds__(1024) qkv_strip(float* __restrict__ h_qkv, const float* __restrict__ w_qkv,
                                                  const float* __restrict__ h_in, int d_ws, int d_qkv) {
  const int n = d_ws * d_qkv;
  const int n_threads = gridDim.x * blockDim.x;

  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += n_threads) {
    const int i_qkv = i % d_qkv;
    const int i_ws = i / d_qkv;
    float q = 0;
    for (int k = 0; k < D_MODEL; k++) q += w_qkv[i_qkv * D_MODEL + k] * h_in[i_ws * D_MODEL + k];
    h_qkv[i_ws * d_qkv + i_qkv] = q;
  }
}
