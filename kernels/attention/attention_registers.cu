// Variant 4. A warp has 16 queries instead of one. A thread has 4 of them by 4 of the tile's 32 keys, then by D / 8
// components of the output, all in registers: 8 loads of 16 bytes serve 64 multiply-adds of scores. Weights go through
// shared memory, from the thread of a key to those of the components.
//
// What limits it: waiting. More than half of the instructions are multiply-adds, but on an H200 a scheduler has nothing
// to issue in a third of the cycles: its 4 warps, which the registers allow, do not hide all waits. 8 loads of 16 bytes
// take shared memory up to 32 turns, 64 multiply-adds 16 cycles of an SM; it has a turn in seven of ten clocks. And
// while a tile is copied, only other blocks have work. Next would be tiles that are copied while the one before is
// used, and tensor cores.
#include "attention.h"

struct alignas(16) Four {
  float at[4];
};

__device__ inline Four& four_at(float* p) { return *reinterpret_cast<Four*>(p); }
__device__ inline const Four& four_at(const float* p) { return *reinterpret_cast<const Four*>(p); }

// A warp is 8 x 4 threads. Thread (x, y) has OWN keys, every 8th from x on, and OWN queries, every 4th from y on.
constexpr int own = 4;
constexpr int warp_queries = 4 * own, tile_keys = 8 * own;

// Words from a row to the next, which spread the rows that lanes access together over the banks.
constexpr int weight_words = tile_keys + 8;
template <int d>
constexpr int row_words = d + 4;

// Copies COUNT rows from row FIRST on. A row that the head does not have is its last one: any finite number does there.
template <int d>
__device__ void copy_rows(float* to, int to_words, const float* head, int first, int count, int s) {
  for (int i = threadIdx.x; i < count * (d / 4); i += blockDim.x) {
    const int row = i / (d / 4), c = i % (d / 4) * 4;
    four_at(to + row * to_words + c) = four_at(head + static_cast<size_t>(min(first + row, s - 1)) * d + c);
  }
}

// D is a multiple of 32. Blocks of up to 8 warps.
template <int d>
__global__ void __launch_bounds__(256)
    attention_registers(float* __restrict__ o, const float* __restrict__ q, const float* __restrict__ k,
                        const float* __restrict__ v, int s, float scale, int window_left, int window_right) {
  const int x = threadIdx.x % 8, y = threadIdx.x / 8 % 4, warp = threadIdx.x / 32;
  // Blocks start about in the order of their numbers, x first. A causal mask leaves the last queries the most keys, so
  // those of all heads come first, and short blocks are left for the end.
  const int block_queries = blockDim.x / 32 * warp_queries;
  const size_t head = static_cast<size_t>(blockIdx.x) * s * d;
  const int query0 = (gridDim.y - 1 - blockIdx.y) * block_queries;
  const int own_query = query0 + warp * warp_queries + y;  // the thread's first
  extern __shared__ Four shared[];
  float* const key_tile = reinterpret_cast<float*>(shared);
  float* const value_tile = key_tile + tile_keys * row_words<d>;
  float* const queries = value_tile + tile_keys * d;
  const float* const own_queries = queries + (own_query - query0) * row_words<d>;
  float* const weights = queries + block_queries * row_words<d> + (own_query - query0) * weight_words;
  copy_rows<d>(queries, row_words<d>, q + head, query0, block_queries, s);

  float largest[own], sum[own] = {};
  Four output[own][d / 32] = {};
#pragma unroll
  for (int i = 0; i < own; i++) largest[i] = lowest;
  const int first = keys_of(query0, s, window_left, window_right).first;
  const int end = keys_of(min(query0 + block_queries, s) - 1, s, window_left, window_right).end;
  for (int key0 = first; key0 < end; key0 += tile_keys) {
    __syncthreads();  // all are done with the tile before
    copy_rows<d>(key_tile, row_words<d>, k + head, key0, tile_keys, s);
    copy_rows<d>(value_tile, d, v + head, key0, tile_keys, s);
    __syncthreads();

    float score[own][own] = {};
#pragma unroll 4
    for (int c = 0; c < d; c += 4) {
      Four query[own], key[own];
#pragma unroll
      for (int i = 0; i < own; i++) query[i] = four_at(own_queries + i * 4 * row_words<d> + c);
#pragma unroll
      for (int j = 0; j < own; j++) key[j] = four_at(key_tile + (x + j * 8) * row_words<d> + c);
#pragma unroll
      for (int i = 0; i < own; i++)
#pragma unroll
        for (int j = 0; j < own; j++)
#pragma unroll
          for (int m = 0; m < 4; m++) score[i][j] += query[i].at[m] * key[j].at[m];
    }

#pragma unroll
    for (int i = 0; i < own; i++) {
      const Keys seen = keys_of(own_query + i * 4, s, window_left, window_right);
      const float before = largest[i];
#pragma unroll
      for (int j = 0; j < own; j++) {
        score[i][j] = seen.has(key0 + x + j * 8) ? scale * score[i][j] : lowest;
        largest[i] = fmaxf(largest[i], score[i][j]);
      }
#pragma unroll
      for (int distance = 4; distance > 0; distance /= 2)
        largest[i] = fmaxf(largest[i], __shfl_xor_sync(~0u, largest[i], distance));
      const float shrink = __expf(before - largest[i]);
      sum[i] *= shrink;
#pragma unroll
      for (int j = 0; j < own; j++) {
        const float weight = score[i][j] > lowest ? __expf(score[i][j] - largest[i]) : 0;
        sum[i] += weight;
        weights[i * 4 * weight_words + x + j * 8] = weight;
      }
#pragma unroll
      for (int n = 0; n < d / 32; n++)
#pragma unroll
        for (int m = 0; m < 4; m++) output[i][n].at[m] *= shrink;
    }
    __syncwarp();

#pragma unroll 2
    for (int key = 0; key < tile_keys; key += 4) {
      Four weight[own];
#pragma unroll
      for (int i = 0; i < own; i++) weight[i] = four_at(weights + i * 4 * weight_words + key);
#pragma unroll
      for (int j = 0; j < 4; j++)
#pragma unroll
        for (int n = 0; n < d / 32; n++) {
          const Four value = four_at(value_tile + (key + j) * d + n * 32 + x * 4);
#pragma unroll
          for (int i = 0; i < own; i++)
#pragma unroll
            for (int m = 0; m < 4; m++) output[i][n].at[m] += weight[i].at[j] * value.at[m];
        }
    }
  }

#pragma unroll
  for (int i = 0; i < own; i++) {
#pragma unroll
    for (int distance = 4; distance > 0; distance /= 2) sum[i] += __shfl_xor_sync(~0u, sum[i], distance);
    if (own_query + i * 4 < s) {
      float* const to = o + head + static_cast<size_t>(own_query + i * 4) * d + x * 4;
#pragma unroll
      for (int n = 0; n < d / 32; n++) {
#pragma unroll
        for (int m = 0; m < 4; m++) output[i][n].at[m] /= sum[i];
        four_at(to + n * 32) = output[i][n];
      }
    }
  }
}
