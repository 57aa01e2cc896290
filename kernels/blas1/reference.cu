// z = a * x + y in double precision.
__global__ void axpy_reference(double* z, const float* x, const float* y, float a, int n) {
  for (long long i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x)
    z[i] = static_cast<double>(a) * x[i] + y[i];
}

// The sum of x * y of each of 1024 threads.
__global__ void dot_sums_reference(double* sums, const float* x, const float* y, int n) {
  const int thread = blockIdx.x * 256 + threadIdx.x;
  double sum = 0;
  for (long long i = thread; i < n; i += 1024) sum += static_cast<double>(x[i]) * y[i];
  sums[thread] = sum;
}

// The sum of those.
__global__ void dot_reference(double* total, const double* sums) {
  *total = 0;
  for (int i = 0; i < 1024; ++i) *total += sums[i];
}
