// What blocks that share a head have in common: which keys are a block's, where its part goes, how parts are joined.
#include "decode.h"

// The first key of split SPLIT, and behind the last one of the split before.
__device__ inline int split_begin(int split, int splits, int s) {
  return static_cast<int>(static_cast<long long>(s) * split / splits);
}

// Joins COUNT parts of the block to one in device memory. All threads together.
__device__ inline void store_part(float* __restrict__ part, const float* parts, int count, int d) {
  __syncthreads();
  for (int c = threadIdx.x; c < d; c += blockDim.x) {
    const Joined block = joined(parts, count, d, c);
    part[2 + c] = block.output;
    if (c > 0) continue;
    part[0] = block.largest;
    part[1] = block.sum;
  }
}

// One block per head, one thread per component.
__global__ void decode_join(float* __restrict__ o, const float* __restrict__ parts, int d, int splits) {
  const size_t head = blockIdx.x;
  for (int c = threadIdx.x; c < d; c += blockDim.x) {
    const Joined all = joined(parts + head * splits * (d + 2), splits, d, c);
    o[head * d + c] = all.output / all.sum;
  }
}
