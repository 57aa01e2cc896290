// Variant 2. The same with two buffers in turn: a step reads one and writes the other, so that one barrier per step is
// enough.
//
// What limits it: still ten steps in which nearly all threads read two places of shared memory and write one.
// Next variant: fewer additions.
#include "segments.h"

__global__ void scan_segments(int* __restrict__ y, int* __restrict__ sums, const int* __restrict__ x, int n) {
  __shared__ int buffers[2][1024];
  int *from = buffers[0], *to = buffers[1];
  const int thread = threadIdx.x, i = thread + blockIdx.x * 1024;
  from[thread] = i < n ? x[i] : 0;
  for (int distance = 1; distance < 1024; distance *= 2) {
    __syncthreads();
    to[thread] = from[thread] + (thread >= distance ? from[thread - distance] : 0);
    int* const read = from;
    from = to, to = read;
  }
  if (i < n) y[i] = from[thread];
  if (thread == 1023) sums[blockIdx.x] = from[thread];
}
