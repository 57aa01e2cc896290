// Both problems in double precision, by one block of 1024 threads.
__global__ void blas1_reference(double* z, double* total, const float* x, const float* y, float a, int n) {
  __shared__ double sums[1024];
  double sum = 0;
  for (int i = threadIdx.x; i < n; i += 1024) {
    z[i] = static_cast<double>(a) * x[i] + y[i];
    sum += static_cast<double>(x[i]) * y[i];
  }
  sums[threadIdx.x] = sum;
  for (int half = 512; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) *total = sums[0];
}
