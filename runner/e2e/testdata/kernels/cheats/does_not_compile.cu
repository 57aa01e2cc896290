__global__ void does_not_compile(float* y, const float* x, long long n) { y[0] = x[0] + undeclared; }
