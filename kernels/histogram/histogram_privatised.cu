// Rung 3. A block counts an element a thread in shared memory and then adds its counters to those of all.
//
// What limits it: the merging. A block of 1024 threads with 256 bins saves three atomics of four at L2, no more, and
// clears and reads 256 counters for it; with few bins almost all are saved. The next rung merges once for many
// elements.
#include "bins.h"

__global__ void histogram_privatised(unsigned* __restrict__ counts, const unsigned char* __restrict__ in, int n,
                                     int bins) {
  __shared__ unsigned own[kMostBins];
  clear(own, bins);
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) atomicAdd(&own[bin_of(in[i], bins)], 1u);
  merge(counts, own, bins);
}
