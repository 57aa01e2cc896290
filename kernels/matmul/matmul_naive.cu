// Variant 1. One thread per element of C; the lanes of a warp are on neighbouring columns, so that they read
// neighbouring elements of B and all the same element of A.
//
// What limits it: two loads from the L1 for each multiply-add, where an SM can do four times as many multiply-adds as
// loads; and from the L2 what the L1 has lost since other warps of the block read it. Next variant: a block copies
// tiles of A and B to shared memory, where they stay.
__global__ void matmul_naive(float* __restrict__ c, const float* __restrict__ a, const float* __restrict__ b, int m,
                             int n, int k) {
  const int row = threadIdx.y + blockIdx.y * blockDim.y;
  const int col = threadIdx.x + blockIdx.x * blockDim.x;
  if (row >= m || col >= n) return;
  float sum = 0;
  for (int p = 0; p < k; p++) sum += a[1LL * row * k + p] * b[1LL * p * n + col];
  c[1LL * row * n + col] = sum;
}
