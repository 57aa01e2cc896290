// Variant 3. As many neighbouring queries as the block has warps share tiles of 32 keys and values in shared memory,
// which are read coalesced, once per block. Rows of keys are an odd number of words apart, so that lanes on
// neighbouring rows meet different banks. Tiles that the mask hides from all of the block's queries are skipped.
//
// What limits it: instructions and shared memory. Two loads for each multiply-add of a score, one for each of an
// output, which needs a shuffle as well.
// Next variant: a thread has several queries and several keys, so that each load serves several multiply-adds.
#include "online.h"

template <int per_lane>
__global__ void attention_flash(float* __restrict__ o, const float* __restrict__ q, const float* __restrict__ k,
                                const float* __restrict__ v, int s, int d, float scale, int window_left,
                                int window_right) {
  const int warps = blockDim.x / 32, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int blocks_of_head = (s + warps - 1) / warps;
  const size_t head = static_cast<size_t>(blockIdx.x / blocks_of_head) * s;  // its first row
  const int query0 = blockIdx.x % blocks_of_head * warps;
  const int query = min(query0 + warp, s - 1);  // a warp without one joins in the loads
  const int row_words = d | 1;
  extern __shared__ float shared[];
  float* const key_tile = shared;
  float* const value_tile = key_tile + 32 * row_words;
  float* const own_query = value_tile + 32 * d + warp * d;
  for (int c = lane; c < d; c += 32) own_query[c] = q[(head + query) * d + c];

  const Keys seen = keys_of(query, s, window_left, window_right);
  const int first = keys_of(query0, s, window_left, window_right).first;
  const int end = keys_of(min(query0 + warps, s) - 1, s, window_left, window_right).end;
  OnlineOutput<per_lane> output;
  for (int key0 = first; key0 < end; key0 += 32) {
    const int count = min(32, end - key0);
    __syncthreads();  // all are done with the tile before
    for (int row = warp; row < count; row += warps)
      for (int c = lane; c < d; c += 32) {
        key_tile[row * row_words + c] = k[(head + key0 + row) * d + c];
        value_tile[row * d + c] = v[(head + key0 + row) * d + c];
      }
    __syncthreads();
    const float score = seen.has(key0 + lane) ? scale * product(own_query, key_tile + lane * row_words, d) : lowest;
    output.add(score, value_tile, count, d);
  }
  if (query0 + warp < s) output.store(o + (head + query) * d, d);
}
