// Variant 1. An element per thread.
//
// What limits it: device memory, if enough loads are in flight: each thread has two of 4 bytes.
// Next variant: 16 bytes per load.
__global__ void axpy(float* __restrict__ z, const float* __restrict__ x, const float* __restrict__ y, float a, int n) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) z[i] = a * x[i] + y[i];
}
