__global__ void reference(double* y, const float* x, long long n, long long step) {
  for (long long i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) y[i] = double(x[i]) + step;
}
