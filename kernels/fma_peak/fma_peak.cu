// CHAINS chains of dependent multiply-adds x -> x * one + zero for each element. The compiler does not know what is
// passed for ONE and ZERO, so it can leave none out.
//
// What limits it: with one chain and few warps the latency of a multiply-add, about four clocks; with more of either,
// the FP32 units.
template <int chains>
__global__ void fma_peak(float* __restrict__ out, const float* __restrict__ in, int n, int steps, float one,
                         float zero) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    float x[chains];
#pragma unroll
    for (int c = 0; c < chains; c++) x[c] = in[i] * (1 << c);  // chains that are equal would be made one
#pragma unroll 16
    for (int s = 0; s < steps; s++) {
#pragma unroll
      for (int c = 0; c < chains; c++) x[c] = x[c] * one + zero;
    }
    float largest = x[0];
#pragma unroll
    for (int c = 1; c < chains; c++) largest = fmaxf(largest, x[c] / (1 << c));
    out[i] = largest;
  }
}
