// Each kernel but the first has one planted bug, named by the kernel.

__device__ long long first() { return threadIdx.x + blockIdx.x * blockDim.x; }
__device__ long long stride() { return blockDim.x * gridDim.x; }

__global__ void right(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) y[i] = 2 * x[i] + 1;
}

__global__ void off_by_one(float* y, const float* x, long long n) {
  for (long long i = first(); i < n - 1; i += stride()) y[i] = 2 * x[i + 1] + 1;
}

__global__ void not_a_number(float* y, const float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) y[i] = i == 5 ? 0.0f / (x[i] - x[i]) : 2 * x[i] + 1;
}

__global__ void never_runs(float* y, const float* x, long long n) {
  for (long long i = first() + n; i < n; i += stride()) y[i] = 2 * x[i] + 1;
}

__global__ void writes_past_end(float* y, const float* x, long long n) {
  for (long long i = first(); i <= n; i += stride()) y[i] = i < n ? 2 * x[i] + 1 : 0;
}

__global__ void changes_input(float* y, float* x, long long n) {
  for (long long i = first(); i < n; i += stride()) {
    y[i] = 2 * x[i] + 1;
    if (i == 7) x[i] = 3;
  }
}
