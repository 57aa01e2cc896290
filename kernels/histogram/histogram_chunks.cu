// Variant 1. Each thread walks through its own chunk and counts in global memory: a warp's load touches 32 sectors
// for 32 bytes, and each element is an atomic at L2.
//
// What limits it: the atomics; all on one address take turns, for the whole GPU. L1 saves most of the loads.
// Next variant: neighbouring threads read neighbouring bytes.
#include "bins.h"

__global__ void histogram_chunks(unsigned* __restrict__ counts, const unsigned char* __restrict__ in, int n, int bins) {
  const int threads = blockDim.x * gridDim.x;
  const int chunk = n / threads + (n % threads != 0);
  const int first = (threadIdx.x + blockIdx.x * blockDim.x) * chunk;
  for (int i = first; i < first + chunk && i < n; i++) atomicAdd(&counts[bin_of(in[i], bins)], 1u);
}
