// Variant 2. Neighbouring threads take neighbouring bytes: a warp's load is one sector.
//
// What limits it: the atomics, as before; the loads never were the problem. The next variant keeps counters in shared
// memory, where only the threads of a block meet.
#include "bins.h"

__global__ void histogram_coalesced(unsigned* __restrict__ counts, const unsigned char* __restrict__ in, int n,
                                    int bins) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&counts[bin_of(in[i], bins)], 1u);
}
