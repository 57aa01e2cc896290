// Variant 3. The approximation of the probability by tanh.
//
// What limits it: as in gelu_erf. tanhf is exact to the last places: a polynomial for small arguments, an exponential
// and a reciprocal for others, and each thread computes both and chooses.
// Next variant: the same function as one exponential, by the hardware's own.
__global__ void gelu_tanh(float* __restrict__ y, const float* __restrict__ x, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    const float u = 0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i]);
    y[i] = 0.5f * x[i] * (1.0f + tanhf(u));
  }
}
