__global__ void reference(double* y) { y[0] = 42; }
