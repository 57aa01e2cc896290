__global__ void declared_only(float* y, const float* x, long long n);  // and nowhere defined
