__global__ void reference(double* y, const float* x, long long n) {
  for (long long i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = static_cast<double>(x[i]) * x[i] + 0.5 * x[i + 1 < n ? i + 1 : 0];
}
