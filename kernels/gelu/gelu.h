// The approximation of GeLU by tanh, as one exponential: (1 + tanh u) / 2 = 1 / (1 + exp(-2u)). Where the exponential
// is infinite, the quotient is 0, as it should be.
__device__ inline float gelu(float x) {
  const float twice_u = 1.59576912f * x * (1.0f + 0.044715f * x * x);
  return __fdividef(x, 1.0f + __expf(-twice_u));
}
