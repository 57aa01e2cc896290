#include "twice.h"

__global__ void right(float* y, const float* x, long long n, int /*turn*/) { write_all(y, x, n); }
