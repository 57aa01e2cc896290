// What a warp makes of keys, one at a time.
#include "decode.h"

// Lane l has the components l, l + 32, ...: PER_LANE of them. PART: the warp's of a block, in shared memory. The warp
// takes every WARPS-th key from FIRST on, up to END.
template <int per_lane>
__device__ void attend(float* part, const float* query, const float* keys, const float* values, int first, int end,
                       int warps, int d, float scale) {
  const int lane = threadIdx.x % 32;
  float own_query[per_lane], output[per_lane] = {}, largest = lowest, sum = 0;
#pragma unroll
  for (int i = 0; i < per_lane; i++) own_query[i] = lane + 32 * i < d ? scale * query[lane + 32 * i] : 0;
  for (int key = first; key < end; key += warps) {
    const float* const its_key = keys + static_cast<size_t>(key) * d;
    const float* const its_value = values + static_cast<size_t>(key) * d;
    float score = 0;
#pragma unroll
    for (int i = 0; i < per_lane; i++)
      if (lane + 32 * i < d) score += own_query[i] * its_key[lane + 32 * i];
    for (int distance = 16; distance > 0; distance /= 2) score += __shfl_xor_sync(~0u, score, distance);
    const float before = largest;
    largest = fmaxf(largest, score);
    const float shrink = __expf(before - largest), weight = __expf(score - largest);
    sum = sum * shrink + weight;
#pragma unroll
    for (int i = 0; i < per_lane; i++)
      if (lane + 32 * i < d) output[i] = output[i] * shrink + weight * its_value[lane + 32 * i];
  }
  if (lane == 0) {
    part[0] = largest;
    part[1] = sum;
  }
#pragma unroll
  for (int i = 0; i < per_lane; i++)
    if (lane + 32 * i < d) part[2 + lane + 32 * i] = output[i];
}
