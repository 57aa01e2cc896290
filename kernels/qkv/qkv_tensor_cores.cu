// Variant 10. New against variant 9: the tensor cores multiply. They take factors of 11 significant bits (TF32), so
// each number is split in a high and a low part that together keep its 22 leading bits, and three products replace one;
// low times low is below the last bit of a sum. For a layer of up to 32 components per word, the weights stay in
// registers as in variant 9, split once; the weights of a larger layer come with the words, a step after the other.
//
// What limits it: on an H200 it is slower than variants 8 and 9, with 11 µs for layer 0 and 150 µs for layer 1. The C++
// interface of the tensor cores compiles to instructions of 4 components (HMMA.1684), twice as many as instructions of
// 8 would be; three products replace one; and the SM clock falls by 5 to 8 % while they run.
#include <cuda_pipeline.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int kTile = 16;  // words and components of outputs that a product on the tensor cores has
constexpr int kDepth = 8;  // components of a word that it sums over
constexpr int kPart = 16;  // components of a word that the tensor cores sum over before the rest is added
constexpr int kWarpsWs = 4;
constexpr int kWarpsQkv = 3;
constexpr int kThreads = kWarpsWs * kWarpsQkv * 32;
constexpr int kOwn = 2;  // tiles of a word's outputs that a warp computes
constexpr int kBlockQkv = kWarpsQkv * kOwn * kTile;

using Words = wmma::fragment<wmma::matrix_a, kTile, kTile, kDepth, wmma::precision::tf32, wmma::row_major>;
using Weights = wmma::fragment<wmma::matrix_b, kTile, kTile, kDepth, wmma::precision::tf32, wmma::col_major>;
using Sums = wmma::fragment<wmma::accumulator, kTile, kTile, kDepth, float>;

// What __float_to_tf32 makes of a finite number, in two instructions where the compiler takes four. The low part of a
// number that is not finite is NaN, and so are its products.
__device__ inline float rounded(float x) { return __uint_as_float((__float_as_uint(x) + 0x1000u) & 0xffffe000u); }

// A matrix of floats as the sum of two that the tensor cores take.
template <class Fragment>
struct Split {
  Fragment high, low;

  __device__ void load(const float* from, int row_elements) {
    wmma::load_matrix_sync(high, from, row_elements);
#pragma unroll
    for (int i = 0; i < high.num_elements; i++) {
      const float whole = high.x[i];
      high.x[i] = rounded(whole);
      low.x[i] = rounded(whole - high.x[i]);
    }
  }
};

// The weights of a warp for some components of words, from rows of `from`.
template <int DEPTHS>
__device__ void load(Split<Weights> (&weights)[DEPTHS][kOwn], const float* from, int row_elements) {
#pragma unroll
  for (int k = 0; k < DEPTHS; k++)
#pragma unroll
    for (int j = 0; j < kOwn; j++) weights[k][j].load(from + j * kTile * row_elements + k * kDepth, row_elements);
}

// The outputs of a warp for a tile of words.
class Outputs {
 public:
  __device__ Outputs() { clear(); }

  // Adds the products of kPart components. The tensor cores cut off what does not fit a sum instead of rounding it. So
  // they sum over no more than these, small products first, and what they give is added outside.
  __device__ void add(const float* from, int row_elements, const Split<Weights> (*weights)[kOwn]) {
    Split<Words> words[kPart / kDepth];
#pragma unroll
    for (int k = 0; k < kPart / kDepth; k++) words[k].load(from + k * kDepth, row_elements);
#pragma unroll
    for (int j = 0; j < kOwn; j++) {
      Sums part;
      wmma::fill_fragment(part, 0.0f);
#pragma unroll
      for (int k = 0; k < kPart / kDepth; k++) {
        wmma::mma_sync(part, words[k].low, weights[k][j].high, part);
        wmma::mma_sync(part, words[k].high, weights[k][j].low, part);
      }
#pragma unroll
      for (int k = 0; k < kPart / kDepth; k++) wmma::mma_sync(part, words[k].high, weights[k][j].high, part);
#pragma unroll
      for (int i = 0; i < part.num_elements; i++) tiles_[j].x[i] += part.x[i];
    }
  }

  __device__ void store_and_clear(float* to, int d_qkv) {
#pragma unroll
    for (int j = 0; j < kOwn; j++) wmma::store_matrix_sync(to + j * kTile, tiles_[j], d_qkv, wmma::mem_row_major);
    clear();
  }

 private:
  __device__ void clear() {
#pragma unroll
    for (int j = 0; j < kOwn; j++) wmma::fill_fragment(tiles_[j], 0.0f);
  }

  Sums tiles_[kOwn];
};

// How a layer is cut. A round of a block is kTiles tiles of words per warp, a step is kStep components of that round.
template <int D_MODEL>
struct Cut {
  static constexpr bool kKeepsWeights = D_MODEL <= 32;
  static constexpr int kStep = kKeepsWeights ? D_MODEL : 16;
  static constexpr int kSteps = D_MODEL / kStep;  // of a round
  static constexpr int kTiles = kKeepsWeights ? 1 : 3;
  static constexpr int kRoundTiles = kWarpsWs * kTiles;
  static constexpr int kStages = kKeepsWeights ? 3 : 2;  // steps in shared memory at a time
  static constexpr int kWeightStages = kKeepsWeights ? 1 : kStages;
  static constexpr int kRow = kStep + 4;  // floats; the four more spread the rows of a tile over all banks
};

// What a block computes: the components from qkv0 on of every stride-th tile of words. Blocks on the same components
// share the tiles evenly, none of them with a division.
struct Share {
  int qkv0, first, stride, d_ws;

  __device__ int tile(int i) const { return first + i * stride; }
  __device__ bool has(int i) const { return tile(i) * kTile < d_ws; }
  // The first word of a tile. The last tile takes some words of the one before again rather than reach beyond the
  // matrix; both compute the same for them.
  __device__ int word(int i) const { return min(tile(i) * kTile, d_ws - kTile); }
};

template <int D_QKV>
__device__ Share share_of_block(int d_ws) {
  constexpr int kGroups = D_QKV / kBlockQkv;
  return {int(blockIdx.x) % kGroups * kBlockQkv, int(blockIdx.x) / kGroups, int(gridDim.x) / kGroups, d_ws};
}

// Words and weights on their way through shared memory.
template <int D_MODEL>
class Stages {
 public:
  using C = Cut<D_MODEL>;

  // Begins to copy what a step of the block needs, if there is such a step; all threads together.
  __device__ void begin(int step, const Share& share, const float* w_qkv, const float* h_in) {
    if (share.has(step / C::kSteps * C::kRoundTiles)) copy(step, share, w_qkv, h_in);
    __pipeline_commit();
  }

  __device__ const float* words(int step, int tile) const { return words_[step % C::kStages][tile * kTile]; }
  __device__ const float* weights(int step, int tile) const { return weights_[step % C::kWeightStages][tile * kTile]; }

 private:
  __device__ void copy(int step, const Share& share, const float* w_qkv, const float* h_in) {
    constexpr int kChunks = C::kStep / 4;      // float4 of a row
    constexpr int kRows = kThreads / kChunks;  // at once
    const int k = threadIdx.x % kChunks * 4;
    const int k_in = step % C::kSteps * C::kStep + k;
    const int tile0 = step / C::kSteps * C::kRoundTiles;
#pragma unroll
    for (int row0 = 0; row0 < C::kRoundTiles * kTile; row0 += kRows) {
      const int row = row0 + threadIdx.x / kChunks;
      const int tile = tile0 + row / kTile;
      if (row < C::kRoundTiles * kTile && share.has(tile))
        __pipeline_memcpy_async(&words_[step % C::kStages][row][k],
                                h_in + (share.word(tile) + row % kTile) * D_MODEL + k_in, sizeof(float4));
    }
    if (C::kKeepsWeights && step > 0) return;
#pragma unroll
    for (int row0 = 0; row0 < kBlockQkv; row0 += kRows) {
      const int row = row0 + threadIdx.x / kChunks;
      if (row < kBlockQkv)
        __pipeline_memcpy_async(&weights_[step % C::kWeightStages][row][k], w_qkv + (share.qkv0 + row) * D_MODEL + k_in,
                                sizeof(float4));
    }
  }

  alignas(32) float words_[C::kStages][C::kRoundTiles * kTile][C::kRow];
  alignas(32) float weights_[C::kWeightStages][kBlockQkv][C::kRow];
};

// D_MODEL, D_QKV: as the layer's; multiples of 16 and kBlockQkv. d_ws is at least kTile. Blocks of kThreads threads, a
// multiple of D_QKV / kBlockQkv of them.
template <int D_MODEL, int D_QKV>
__global__ void __launch_bounds__(kThreads, 1)
    qkv_tensor_cores(float* __restrict__ h_qkv, const float* __restrict__ w_qkv, const float* __restrict__ h_in,
                     int d_ws) {
  using C = Cut<D_MODEL>;
  __shared__ Stages<D_MODEL> stages;
  const Share share = share_of_block<D_QKV>(d_ws);
  const int own_ws = threadIdx.x / 32 / kWarpsQkv * C::kTiles;  // the warp's first tile of words in a round
  const int own_qkv = threadIdx.x / 32 % kWarpsQkv * kOwn;      // and of components in the block's
  float* const to = h_qkv + share.qkv0 + own_qkv * kTile;
  Split<Weights> weights[C::kStep / kDepth][kOwn];
  Outputs outputs[C::kTiles];

  for (int step = 0; step < C::kStages - 1; step++) stages.begin(step, share, w_qkv, h_in);
  for (int step = 0; share.has(step / C::kSteps * C::kRoundTiles); step++) {
    __pipeline_wait_prior(C::kStages - 2);
    __syncthreads();  // the step's words and weights are there for all, and all are done with the step before
    stages.begin(step + C::kStages - 1, share, w_qkv, h_in);
    if (!C::kKeepsWeights || step == 0) load(weights, stages.weights(step, own_qkv), C::kRow);
#pragma unroll
    for (int i = 0; i < C::kTiles; i++) {
      const int tile = step / C::kSteps * C::kRoundTiles + own_ws + i;
      if (!share.has(tile)) break;
#pragma unroll
      for (int k = 0; k < C::kStep; k += kPart)
        outputs[i].add(stages.words(step, own_ws + i) + k, C::kRow, weights + k / kDepth);
      if (step % C::kSteps == C::kSteps - 1) outputs[i].store_and_clear(to + share.word(tile) * D_QKV, D_QKV);
    }
  }
}
