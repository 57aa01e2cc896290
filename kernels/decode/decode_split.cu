// Variant 2. SPLITS blocks share the keys of a head, and a second launch joins what they made of them: the GPU is full
// of blocks however few heads there are.
//
// What limits it: bytes in flight. A warp has a key and a value at a time, and five shuffles and two exponentials
// before the next. With too many splits, the second launch and the parts that it reads. Next variant: 16 bytes per
// load, and several loads.
#include "by_warp.h"
#include "split.h"

template <int per_lane>
__global__ void decode_split(float* __restrict__ parts, const float* __restrict__ q, const float* __restrict__ k,
                             const float* __restrict__ v, int s, int d, float scale, int splits) {
  extern __shared__ float of_warp[];
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32, split = blockIdx.x % splits;
  const size_t query = static_cast<size_t>(blockIdx.x / splits) * d;
  attend<per_lane>(of_warp + warp * (d + 2), q + query, k + query * s, v + query * s,
                   split_begin(split, splits, s) + warp, split_begin(split + 1, splits, s), warps, d, scale);
  store_part(parts + static_cast<size_t>(blockIdx.x) * (d + 2), of_warp, warps, d);
}
