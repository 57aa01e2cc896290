// Variant 1. The formula as first written. Constants without an f are double, and make the whole expression so, erf
// included.
//
// What limits it: instructions, where warps are many. Compiled for an H200, there are 138 per element; 45 of them are
// FP64, and most others fetch their constants. Where FP64 units are few, as on most GPUs but not on an H200, those are
// the limit.
// Next variant: the suffix f on the constants.
__global__ void gelu_double(float* __restrict__ y, const float* __restrict__ x, int n) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = 0.5 * x[i] * (1.0 + erf(0.70710678118654752 * x[i]));
}
