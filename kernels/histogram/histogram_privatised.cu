// Variant 3. A block counts an element per thread in shared memory and then adds its counters to those of all.
//
// What limits it: with 256 bins the merging, of as many counters as a quarter of a block of 1024 threads; neighbours
// share a sector, but on an H200 L2 is as busy with these as with the atomics of variant 2. With few bins latency: a
// thread has one byte in flight, between a start, two barriers and an end. The next variant merges once for many
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
