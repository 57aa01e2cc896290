// A block of three warp groups multiplies tile after tile. A thread of the first has the copy engine bring factors to a
// ring of steps in shared memory; the other two have the tensor cores multiply them, each 64 of a tile's 128 rows.
#pragma once

#include "warp_group.h"

constexpr int kRows = 128, kCols = 256;  // of C: a block's tile
constexpr int kSteps = 4;                // in the ring
constexpr int kGroupThreads = 128, kGroups = 3;

// fp16 factors of a step. B has rows of n, and is copied in boxes of so many columns as the swizzle spans: 128 bytes.
struct HalfStep {
  static constexpr int kDepth = 64;  // columns of A, rows of B
  static constexpr int kUnit = 16;   // depth of one product on the tensor cores
  static constexpr int kBoxes = 4, kBox = kCols / kBoxes;

  alignas(1024) __half a[kRows][kDepth];
  alignas(1024) __half b[kBoxes][kDepth][kBox];

  static __device__ int2 corner_of_box(int col, int k0, int box) { return {col + box * kBox, k0}; }
  __device__ void add_to(float (&sums)[kCols / 2], int row, int d, bool add) const {
    multiply(sums, factor(&a[row][d], 16), factor(&b[0][d][0], sizeof b[0]), add);
  }
};

// fp8 factors. The tensor cores take them along k alone: B has columns of k.
struct Fp8Step {
  static constexpr int kDepth = 128, kUnit = 32;
  static constexpr int kBoxes = 4, kBox = kCols / kBoxes;

  alignas(1024) unsigned char a[kRows][kDepth];
  alignas(1024) unsigned char b[kBoxes][kBox][kDepth];

  static __device__ int2 corner_of_box(int col, int k0, int box) { return {k0, col + box * kBox}; }
  __device__ void add_to(float (&sums)[kCols / 2], int row, int d, bool add) const {
    multiply_fp8(sums, factor(&a[row][d], 16), factor(&b[0][0][d], 16), add);
  }
};

template <class Step>
struct Ring {
  Step steps[kSteps];
  Barrier full[kSteps], empty[kSteps];
};

using Place = RingPlace<kSteps>;

struct Sizes {
  int m, n, k;
};

// Columns of A, rows of B.
struct Depth {
  int begin, end;
};

// The tiles of C, counted so that those at work at a time need few different rows of A and columns of B, which then
// stay in L2: down a column of `kBand` tiles, then down the next. The blocks of a cluster lie below each other and take
// tiles with the same columns; a row that does not exist has no elements.
template <int kCluster, int kBand>
struct Tiles {
  int down, across;

  __device__ explicit Tiles(Sizes s)
      : down((s.m + kRows * kCluster - 1) / (kRows * kCluster)), across((s.n + kCols - 1) / kCols) {}
  __device__ int count() const { return down * across; }
  __device__ int2 corner(int tile) const {
    const int band = tile / (kBand * across), in_band = tile % (kBand * across);
    const int height = min(kBand, down - band * kBand);
    const int row = band * kBand + in_band % height, col = in_band / height;
    return {col * kCols, (row * kCluster + (kCluster > 1 ? cluster_rank() : 0)) * kRows};
  }
};

// Every block of a cluster copies its own rows of A and, for all, its part of the columns of B. It waits until the
// place is empty in all of them.
template <int kCluster, class Step>
__device__ void fill(Ring<Step>& ring, Place& place, int2 corner, const CUtensorMap& a, const CUtensorMap& b, Depth k) {
  constexpr int kBoxes = Step::kBoxes / kCluster;
  const int first = kCluster > 1 ? cluster_rank() * kBoxes : 0;
  for (int k0 = k.begin; k0 < k.end; k0 += Step::kDepth, place.advance()) {
    Step& step = ring.steps[place.step];
    Barrier& full = ring.full[place.step];
    wait(ring.empty[place.step], place.parity ^ 1);
    arrive_and_expect(full, sizeof(Step));
    copy_box(step.a, a, k0, corner.y, full);
    for (int i = first; i < first + kBoxes; i++) {
      const int2 from = Step::corner_of_box(corner.x, k0, i);
      if constexpr (kCluster > 1)
        copy_box_to((1 << kCluster) - 1, step.b[i], b, from.x, from.y, full);
      else
        copy_box(step.b[i], b, from.x, from.y, full);
    }
  }
}

template <int kCluster, class Step>
__device__ void release(Ring<Step>& ring, int step) {
  const int lane = threadIdx.x % 32;
  if constexpr (kCluster > 1) {
    if (lane < kCluster) arrive(ring.empty[step], lane);
  } else if (lane == 0) {
    arrive(ring.empty[step]);
  }
}

// The products of a step are still under way when those of the next begin; only then is its place given back.
template <int kCluster, class Step>
__device__ void multiply_steps(float (&sums)[kCols / 2], Ring<Step>& ring, Place& place, int row, Depth k) {
  int before = -1;
  for (int k0 = k.begin; k0 < k.end; k0 += Step::kDepth, place.advance()) {
    const Step& step = ring.steps[place.step];
    wait(ring.full[place.step], place.parity);
    products_begin();
#pragma unroll
    for (int d = 0; d < Step::kDepth; d += Step::kUnit) step.add_to(sums, row, d, k0 + d > k.begin);
    products_commit();
    products_wait<1>();
    if (before >= 0) release<kCluster>(ring, before);
    before = place.step;
  }
  products_wait<0>();
  release<kCluster>(ring, before);
}

// C is not read again: it should not push the factors out of the L2.
template <int kTogether>
__device__ void store_pair(float* to, float2 pair, int left) {
  if (kTogether == 2) {
    if (left > 0) __stcs(reinterpret_cast<float2*>(to), pair);
  } else {
    if (left > 0) __stcs(to, pair.x);
    if (left > 1) __stcs(to + 1, pair.y);
  }
}

// A thread has pairs of columns, eight apart, of two rows.
template <int kTogether>
__device__ void store(float* __restrict__ c, const float (&sums)[kCols / 2], int row, int col, Sizes s) {
  const int lane = threadIdx.x % 32;
  row += threadIdx.x % kGroupThreads / 32 * 16 + lane / 4;
  col += lane % 4 * 2;
#pragma unroll
  for (int half = 0; half < 2; half++) {
    const int y = row + half * 8;
    if (y >= s.m) return;
    float* const to = c + 1LL * y * s.n + col;
#pragma unroll
    for (int j = 0; j < kCols / 8; j++)
      store_pair<kTogether>(to + j * 8, {sums[4 * j + 2 * half], sums[4 * j + 2 * half + 1]}, s.n - col - j * 8);
  }
}

// All of a kernel: block (cluster) i of them takes the tiles i, i + the number of blocks (clusters), ... Where k is cut
// into parts of `part_depth`, a multiple of a step's, each has tiles of its own, and C as many matrices.
template <class Step, int kCluster, int kBand>
__device__ void multiply_tiles(float* __restrict__ c, const CUtensorMap& a, const CUtensorMap& b, Sizes s,
                               int part_depth) {
  extern __shared__ __align__(1024) unsigned char memory[];
  Ring<Step>& ring = *reinterpret_cast<Ring<Step>*>(memory);
  const Tiles<kCluster, kBand> tiles(s);
  const int group = threadIdx.x / kGroupThreads;
  if (threadIdx.x == 0) {
    prefetch(a);
    prefetch(b);
    for (int i = 0; i < kSteps; i++) {
      begin(ring.full[i], 1);
      begin(ring.empty[i], kCluster * (kGroups - 1) * kGroupThreads / 32);  // every warp that multiplies says so
    }
    publish_barriers();
  }
  __syncthreads();
  if constexpr (kCluster > 1) sync_cluster();

  const int all = tiles.count() * ((s.k + part_depth - 1) / part_depth);
  const auto depth_of = [&](int t) {
    const int begin = t / tiles.count() * part_depth;
    return Depth{begin, min(s.k, begin + part_depth)};
  };
  Place place;
  if (group == 0) {
    shrink_to<40>();
    if (threadIdx.x == 0)
      for (int t = blockIdx.x / kCluster; t < all; t += gridDim.x / kCluster)
        fill<kCluster>(ring, place, tiles.corner(t % tiles.count()), a, b, depth_of(t));
  } else {
    grow_to<232>();
    float sums[kCols / 2];
    const int row = (group - 1) * kRows / 2;
    for (int t = blockIdx.x / kCluster; t < all; t += gridDim.x / kCluster) {
      const int2 corner = tiles.corner(t % tiles.count());
      multiply_steps<kCluster>(sums, ring, place, row, depth_of(t));
      float* const part = c + 1LL * (t / tiles.count()) * s.m * s.n;
      if (s.n % 2 == 0)
        store<2>(part, sums, corner.y + row, corner.x, s);
      else
        store<1>(part, sums, corner.y + row, corner.x, s);  // rows begin between two pairs
    }
  }
  if constexpr (kCluster > 1) sync_cluster();  // none ends while another still writes to its memory
}
