// Reference result: each element of C is a row of A times a column of B. With factors of 2 bytes or
// of 1, those of A and B are rounded to fp16 or fp8 first.
//
// What limits it: not relevant; it only has to be obviously correct.
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__device__ inline double factor(float x, int factor_bytes) {
  if (factor_bytes == 4) return x;
  return factor_bytes == 2 ? __half2float(__float2half_rn(x)) : static_cast<float>(__nv_fp8_e4m3(x));
}

__global__ void matmul_reference(double* c, const float* a, const float* b, int m, int n, int k, int factor_bytes) {
  const long long elements = 1LL * m * n;
  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += 1LL * blockDim.x * gridDim.x) {
    const long long row = i / n, col = i % n;
    double sum = 0;
    for (int p = 0; p < k; p++)
      sum += factor(a[row * k + p], factor_bytes) * factor(b[1LL * p * n + col], factor_bytes);
    c[i] = sum;
  }
}
