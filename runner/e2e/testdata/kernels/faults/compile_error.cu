__global__ void compile_error(float* y, const float* x, long long n) {
  y[0] = x[0] + undeclared;
}
