// Variant 2. The same in single precision.
//
// What limits it: erff is a polynomial and an exponential, some thirty instructions without a branch, beside 8 bytes of
// traffic. Where the SMs cannot issue that many in the time that the bytes take, they are the limit. On an H200 they
// can, and latency is: each thread waits for one 4-byte load at a time.
// Next variant: the approximation by tanh that networks are trained with, of fewer instructions.
__global__ void gelu_erf(float* __restrict__ y, const float* __restrict__ x, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = 0.5f * x[i] * (1.0f + erff(0.70710678f * x[i]));
}
