// Variant 3. Segments of 2048, two elements per thread, after Brent and Kung: up a tree of sums and down again, some
// 4000 additions where the variants before make some 18000.
//
// What limits it: twice as many steps and barriers, most of them for a few threads, and these are 2^k apart: places
// that fall into the same banks of shared memory. On an H200 it is slower than both variants before.
// Next variant: registers and shuffles in place of shared memory, and the sums before the scan.
#include "segments.h"

__global__ void scan_segments(int* __restrict__ y, int* __restrict__ sums, const int* __restrict__ x, int n) {
  __shared__ int tree[2048];
  const int thread = threadIdx.x, first = thread + blockIdx.x * 2048, second = first + 1024;
  tree[thread] = first < n ? x[first] : 0;
  tree[thread + 1024] = second < n ? x[second] : 0;
  for (int distance = 1; distance < 2048; distance *= 2) {
    __syncthreads();
    const int node = 2 * distance * (thread + 1) - 1;
    if (node < 2048) tree[node] += tree[node - distance];
  }
  for (int distance = 512; distance > 0; distance /= 2) {
    __syncthreads();
    const int node = 2 * distance * (thread + 1) - 1;
    if (node + distance < 2048) tree[node + distance] += tree[node];
  }
  __syncthreads();
  if (first < n) y[first] = tree[thread];
  if (second < n) y[second] = tree[thread + 1024];
  if (thread == 0) sums[blockIdx.x] = tree[2047];
}
