// To be solved: y[i] = x[i]^2 + x[i+1]/2, with x taken round.
__global__ void square(float* y, const float* x, long long n) {}
