// Variant 4. As many blocks as the multiprocessors hold, each with its own counters for all that it reads: merging
// costs nothing any more. A load is 16 elements.
//
// What limits it: atomics on shared memory, one an element. Threads of a warp whose counters are different words of one
// bank take turns; those at the same word do not, as the compiler has an instruction for adding one that serves them
// together. With few bins there are no turns, and instructions and device memory limit.
#include "bins.h"

__device__ void count_bytes(unsigned* own, unsigned word, int bins) {
#pragma unroll
  for (int shift = 0; shift < 32; shift += 8) atomicAdd(&own[bin_of(word >> shift & 255, bins)], 1u);
}

__global__ void histogram_coarsened(unsigned* __restrict__ counts, const unsigned char* __restrict__ in, int n,
                                    int bins) {
  __shared__ unsigned own[kMostBins];
  clear(own, bins);
  const int vectors = n / 16;
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  const uint4* from = reinterpret_cast<const uint4*>(in);
  for (int at = thread; at < vectors; at += blockDim.x * gridDim.x) {
    const uint4 x = from[at];
    count_bytes(own, x.x, bins);
    count_bytes(own, x.y, bins);
    count_bytes(own, x.z, bins);
    count_bytes(own, x.w, bins);
  }
  const int rest = 16 * vectors + thread;
  if (rest < n) atomicAdd(&own[bin_of(in[rest], bins)], 1u);
  merge(counts, own, bins);
}
