// Reference result: each thread's sum in double precision.
//
// What limits it: not relevant; it only has to be obviously correct.
__global__ void load_probe_reference(double* out, const float* in, int stride, int window, int passes, int blocks,
                                     int threads) {
  for (int t = threadIdx.x + blockIdx.x * blockDim.x; t < blocks * threads; t += blockDim.x * gridDim.x) {
    const float* const mine = in + size_t(t / threads) * window;
    double sum = 0;
    for (int i = t % threads * stride; i < window; i += threads * stride) sum += mine[i];
    out[t] = passes * sum;
  }
}
