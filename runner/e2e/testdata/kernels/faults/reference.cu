__global__ void reference(double* y, const float* x, long long n) {
  for (long long i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) y[i] = 2.0 * x[i];
}
