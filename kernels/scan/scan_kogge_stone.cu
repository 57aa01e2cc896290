// Variant 1. Segments of 1024, one thread per element, after Kogge and Stone: in step k each adds the element 2^k
// places before it. Ten steps of up to 1024 additions where a loop needs 1023 in all. Then the segments' sums are
// scanned and added.
//
// What limits it: ten steps in shared memory, and two barriers per step, since all must have read a place before it is
// written. Beyond that y is written, read and written again: 16 bytes per element where 8 would do.
// Next variant: one barrier per step.
#include "segments.h"

__global__ void scan_segments(int* __restrict__ y, int* __restrict__ sums, const int* __restrict__ x, int n) {
  __shared__ int scanned[1024];
  const int thread = threadIdx.x, i = thread + blockIdx.x * 1024;
  scanned[thread] = i < n ? x[i] : 0;
  for (int distance = 1; distance < 1024; distance *= 2) {
    __syncthreads();
    const int before = thread >= distance ? scanned[thread - distance] : 0;
    __syncthreads();
    scanned[thread] += before;
  }
  if (i < n) y[i] = scanned[thread];
  if (thread == 1023) sums[blockIdx.x] = scanned[thread];
}
