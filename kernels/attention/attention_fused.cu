// Variant 2. One warp per query, from scores to output: 32 keys at a time, one lane per key for the scores, then one
// lane per component for the output. Largest score and sum are kept as in an online softmax, so that no score is ever
// in memory, and keys that a mask hides are not touched.
//
// What limits it: lanes still read keys that lie a row apart, 32 sectors per request and 32 turns of the L1's banks, as
// in the variant before; so without a mask it is hardly faster on an H200. And a multiply-add still takes 1.5 loads.
// Next variant: the warps of a block share keys and values in shared memory.
#include "online.h"

template <int per_lane>
__global__ void attention_fused(float* __restrict__ o, const float* __restrict__ q, const float* __restrict__ k,
                                const float* __restrict__ v, long long rows, int s, int d, float scale,
                                int window_left, int window_right) {
  const long long row = (threadIdx.x + static_cast<long long>(blockIdx.x) * blockDim.x) / 32;
  if (row >= rows) return;
  const int query = row % s;
  const float* const keys = k + (row - query) * d;
  const float* const values = v + (row - query) * d;
  const Keys seen = keys_of(query, s, window_left, window_right);
  OnlineOutput<per_lane> output;
  for (int key0 = seen.first; key0 < seen.end; key0 += 32) {
    const int key = key0 + threadIdx.x % 32;
    const float score = key < seen.end ? scale * product(q + row * d, keys + static_cast<size_t>(key) * d, d) : lowest;
    output.add(score, values + static_cast<size_t>(key0) * d, min(32, seen.end - key0), d);
  }
  output.store(o + row * d, d);
}
