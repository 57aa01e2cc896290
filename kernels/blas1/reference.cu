// Both problems in double precision. The sum starts at 0.
__global__ void blas1_reference(double* z, double* sum, const float* x, const float* y, float a, int n) {
  double own = 0;
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    z[i] = static_cast<double>(a) * x[i] + y[i];
    own += static_cast<double>(x[i]) * y[i];
  }
  atomicAdd(sum, own);
}
