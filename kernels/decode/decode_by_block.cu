// Variant 1. One block per head. Its warps take keys in turn, all lanes on the components of one key and its value;
// what the warps made of them is joined at the end.
//
// What limits it: with fewer heads than multiprocessors, the others have nothing to do, and with not many more each has
// few warps. With very many, a warp has one key in flight at a time, and 4 bytes per load.
// Next variant: several blocks share the keys of a head.
#include "by_warp.h"

template <int per_lane>
__global__ void decode_by_block(float* __restrict__ o, const float* __restrict__ q, const float* __restrict__ k,
                                const float* __restrict__ v, int s, int d, float scale) {
  extern __shared__ float parts[];
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32;
  const size_t query = static_cast<size_t>(blockIdx.x) * d;
  attend<per_lane>(parts + warp * (d + 2), q + query, k + query * s, v + query * s, warp, s, warps, d, scale);
  __syncthreads();
  for (int c = threadIdx.x; c < d; c += blockDim.x) {
    const Joined all = joined(parts, warps, d, c);
    o[query + c] = all.output / all.sum;
  }
}
