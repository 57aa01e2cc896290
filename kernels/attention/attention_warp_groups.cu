// Variant 5. The tensor cores of Hopper, for fp16 queries, keys and values. Two or three warp groups have 64 queries
// each, and their outputs in registers; another only has the copy engine bring tiles of 128 keys and values, two ahead.
// While the tensor cores add the values of one tile, weighted, the other units make weights of the scores of the next;
// and while one warp group makes weights, another's products are under way.
//
// What limits it: with 128 components the tensor cores; with 64 exponentials as well. A score takes two multiply-adds a
// component and one exponential, and an SM makes 16 of those in a clock while its tensor cores make 2048 of the others.
#include "held_weights.h"
#include "online_weights.h"

constexpr int kRows = 64, kBox = 64, kUnit = 16, kSteps = 2, kGroupThreads = 128;

// Warp groups that multiply, of kRows queries each: as many as registers allow.
template <int d>
constexpr int kMultiplying = d > 64 ? 2 : 3;
template <int d>
constexpr int kThreads = (1 + kMultiplying<d>)*kGroupThreads;
template <int d>
constexpr int kQueries = kMultiplying<d>* kRows;

// Rows of D components, in boxes of 128 bytes a row, as the copy engine swizzles them.
template <int d, int rows>
struct alignas(1024) Tile {
  __half boxes[d / kBox][rows][kBox];
};

template <int d>
struct Memory {
  Tile<d, kRows> queries[kMultiplying<d>];
  Tile<d, kKeys> keys[kSteps], values[kSteps];
  Barrier queries_full, keys_full[kSteps], keys_empty[kSteps], values_full[kSteps], values_empty[kSteps];
};

using Place = RingPlace<kSteps>;

template <int d, int rows>
__device__ void copy_tile(Tile<d, rows>& to, const CUtensorMap& map, int row, Barrier& full) {
  arrive_and_expect(full, sizeof to);
  for (int i = 0; i < d / kBox; i++) copy_box(to.boxes[i], map, i * kBox, row, full);
}

// From the last tile of keys to the first: the ones that hide keys come first.
template <int d>
__device__ void copy_tiles(Memory<d>& memory, const CUtensorMap& k, const CUtensorMap& v, int head, int tiles) {
  Place place;
  for (int tile = tiles - 1; tile >= 0; tile--, place.advance()) {
    wait(memory.keys_empty[place.step], place.parity ^ 1);
    copy_tile(memory.keys[place.step], k, head + tile * kKeys, memory.keys_full[place.step]);
    wait(memory.values_empty[place.step], place.parity ^ 1);
    copy_tile(memory.values[place.step], v, head + tile * kKeys, memory.values_full[place.step]);
  }
}

template <int d>
__device__ void begin_scores(float (&scores)[64], const Tile<d, kRows>& queries, const Tile<d, kKeys>& keys) {
#pragma unroll
  for (int c = 0; c < d; c += kUnit)
    multiply_rows(scores, factor(&queries.boxes[c / kBox][0][c % kBox], 16),
                  factor(&keys.boxes[c / kBox][0][c % kBox], 16), c > 0);
  products_commit();
}

template <int d>
__device__ void begin_values(float (&output)[d / 2], const unsigned (&weights)[32], const Tile<d, kKeys>& values) {
#pragma unroll
  for (int key = 0; key < kKeys; key += kUnit)
    add_weighted(output, weights + key / 4, factor(&values.boxes[0][key][0], sizeof values.boxes[0]));
  products_commit();
}

// The warp groups that multiply, from 1 on, take turns in giving out products.
__device__ inline void wait_for_turn(int group) { asm volatile("bar.sync %0, 256;" ::"r"(group) : "memory"); }
__device__ inline void give_turn(int to_group) { asm volatile("bar.arrive %0, 256;" ::"r"(to_group) : "memory"); }

__device__ inline void release(Barrier& empty) {
  if (threadIdx.x % 32 == 0) arrive(empty);
}

// The outputs of a warp group's queries.
template <int d>
__device__ void attend(float* __restrict__ o, Memory<d>& memory, int group, int query, int s, int causal, int tiles,
                       float scale) {
  const int next = group % kMultiplying<d> + 1;
  const Tile<d, kRows>& queries = memory.queries[group - 1];
  float scores[64], output[d / 2] = {};
  unsigned weights[32];
  OnlineWeights online(scale, query, s, causal);
  Place at, before;
  wait(memory.queries_full, 0);
  wait(memory.keys_full[0], 0);
  if (next == 1) give_turn(next);
  wait_for_turn(group);
  products_begin();
  begin_scores(scores, queries, memory.keys[0]);
  give_turn(next);
  products_wait<0>();
  release(memory.keys_empty[0]);
  online.weigh(scores, (tiles - 1) * kKeys);
  pack(weights, scores);
  for (int tile = tiles - 2; tile >= 0; tile--, before.advance()) {
    at.advance();
    wait(memory.values_full[before.step], before.parity);
    wait(memory.keys_full[at.step], at.parity);
    wait_for_turn(group);
    products_begin();
    begin_scores(scores, queries, memory.keys[at.step]);
    begin_values<d>(output, weights, memory.values[before.step]);
    give_turn(next);
    products_wait<1>();
    release(memory.keys_empty[at.step]);
    online.weigh(scores, tile * kKeys);
    products_wait<0>();
    release(memory.values_empty[before.step]);
    online.rescale(output);
    pack(weights, scores);
  }
  if (group == 1) wait_for_turn(group);  // the last that was given
  wait(memory.values_full[before.step], before.parity);
  products_begin();
  begin_values<d>(output, weights, memory.values[before.step]);
  products_wait<0>();
  online.store(o, output, query, s);
}

// A head and a tile of its queries.
struct Work {
  int head, tile;
};

// Heads are taken so many together that their keys and values stay in L2, and of those the last tiles first: with a
// causal mask these have the most keys, and short ones are left for the end. Without one, a head at a time is quickest.
__device__ inline Work work_of(int heads_together, int tiles) {
  const int heads = gridDim.x / tiles, first = blockIdx.x / (heads_together * tiles) * heads_together;
  const int together = min(heads_together, heads - first), place = blockIdx.x - first * tiles;
  return {first + place % together, tiles - 1 - place / together};
}

__global__ void round_to_half(__half* __restrict__ to, const float* __restrict__ from, long long elements) {
  for (long long i = threadIdx.x + 1LL * blockIdx.x * blockDim.x; i < elements; i += 1LL * blockDim.x * gridDim.x)
    to[i] = __float2half_rn(from[i]);
}

template <int d, int causal>
__global__ void __launch_bounds__(kThreads<d>, 1)
    attention_warp_groups(float* __restrict__ o, const __grid_constant__ CUtensorMap q,
                          const __grid_constant__ CUtensorMap k, const __grid_constant__ CUtensorMap v, int s,
                          float scale, int heads_together) {
  extern __shared__ __align__(1024) unsigned char bytes[];
  Memory<d>& memory = *reinterpret_cast<Memory<d>*>(bytes);
  const Work work = work_of(heads_together, (s + kQueries<d> - 1) / kQueries<d>);
  const int query0 = work.tile * kQueries<d>, head = work.head * s;
  const int tiles = ((causal ? min(s, query0 + kQueries<d>) : s) + kKeys - 1) / kKeys;
  const int group = threadIdx.x / kGroupThreads;
  if (threadIdx.x == 0) {
    begin(memory.queries_full, kMultiplying<d>);
    for (int i = 0; i < kSteps; i++) {
      begin(memory.keys_full[i], 1);
      begin(memory.values_full[i], 1);
      begin(memory.keys_empty[i], kMultiplying<d> * kGroupThreads / 32);  // every warp that multiplies says so
      begin(memory.values_empty[i], kMultiplying<d> * kGroupThreads / 32);
    }
    publish_barriers();
  }
  __syncthreads();

  if (group == 0) {
    shrink_to<(d > 64 ? 24 : 32)>();
    if (threadIdx.x == 0) {
      for (int i = 0; i < kMultiplying<d>; i++)
        copy_tile(memory.queries[i], q, head + query0 + i * kRows, memory.queries_full);
      copy_tiles(memory, k, v, head, tiles);
    }
  } else {
    grow_to<(d > 64 ? 240 : 160)>();
    attend<d>(o + 1LL * head * d, memory, group, query0 + (group - 1) * kRows, s, causal, tiles, scale);
  }
}
