// Reference result: either formula in double precision.
//
// What limits it: not relevant; it only has to be obviously correct.
__device__ double probability(double x, int formula) {
  if (formula == 0) return 0.5 * (1 + erf(x / sqrt(2.0)));
  return 0.5 * (1 + tanh(sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
}

__global__ void gelu_reference(double* y, const float* x, int n, int formula) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    y[i] = x[i] * probability(x[i], formula);
}
