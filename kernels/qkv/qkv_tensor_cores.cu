// Rung 10. New against rung 9: the tensor cores multiply. They take factors of 11 significant bits (TF32), so each
// number is split in a high and a low part that together keep its 22 leading bits, and three products stand for one;
// low times low is below the last bit of a sum. For a layer of up to 32 components a word, the weights stay in
// registers as in rung 9, split once; the weights of a larger layer come with the words, a step after the other.
//
// What limits it: three products for one, so that the tensor cores need about as long for layer 0 as moving its bytes
// takes; before the first product weights and words have to arrive.
#include <cuda_pipeline.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int kTile = 16;  // words and components of outputs that a product on the tensor cores has
constexpr int kDepth = 8;  // components of a word that it sums over
constexpr int kWarpsWs = 4;
constexpr int kWarpsQkv = 3;
constexpr int kThreads = kWarpsWs * kWarpsQkv * 32;
constexpr int kOwn = 2;  // tiles of a word's outputs that a warp computes
constexpr int kBlockQkv = kWarpsQkv * kOwn * kTile;

using Words = wmma::fragment<wmma::matrix_a, kTile, kTile, kDepth, wmma::precision::tf32, wmma::row_major>;
using Weights = wmma::fragment<wmma::matrix_b, kTile, kTile, kDepth, wmma::precision::tf32, wmma::col_major>;
using Sums = wmma::fragment<wmma::accumulator, kTile, kTile, kDepth, float>;

// A matrix of floats as the sum of two that the tensor cores take.
template <class Fragment>
struct Split {
  Fragment high, low;

  __device__ void load(const float* from, int row_elements) {
    wmma::load_matrix_sync(high, from, row_elements);
#pragma unroll
    for (int i = 0; i < high.num_elements; i++) {
      const float whole = high.x[i];
      high.x[i] = wmma::__float_to_tf32(whole);
      low.x[i] = wmma::__float_to_tf32(whole - high.x[i]);
    }
  }
};

// Adds the products of words and weights to `sums`. The tensor cores cut off what does not fit a sum instead of
// rounding it. So they sum over these kDepth components only, and what they give is added outside.
__device__ inline void multiply_add(Sums& sums, const Split<Words>& words, const Split<Weights>& weights) {
  Sums part;
  wmma::fill_fragment(part, 0.0f);
  wmma::mma_sync(part, words.low, weights.high, part);
  wmma::mma_sync(part, words.high, weights.low, part);
  wmma::mma_sync(part, words.high, weights.high, part);
#pragma unroll
  for (int i = 0; i < sums.num_elements; i++) sums.x[i] += part.x[i];
}

// The outputs of a warp for a tile of words.
struct Row {
  Sums sums[kOwn];

  __device__ void clear() {
#pragma unroll
    for (int j = 0; j < kOwn; j++) wmma::fill_fragment(sums[j], 0.0f);
  }

  __device__ void store(float* to, int d_qkv) const {
#pragma unroll
    for (int j = 0; j < kOwn; j++) wmma::store_matrix_sync(to + j * kTile, sums[j], d_qkv, wmma::mem_row_major);
  }
};

// How a layer is cut. A round of a block is kTiles tiles of words a warp, a step is kStep components of that round.
template <int D_MODEL>
struct Cut {
  static constexpr bool kKeepsWeights = D_MODEL <= 32;
  static constexpr int kStep = kKeepsWeights ? D_MODEL : 16;
  static constexpr int kSteps = D_MODEL / kStep;  // of a round
  static constexpr int kTiles = kKeepsWeights ? 1 : 2;
  static constexpr int kRoundTiles = kWarpsWs * kTiles;
  static constexpr int kStages = kKeepsWeights ? 3 : 2;  // steps in shared memory at a time
  static constexpr int kWeightStages = kKeepsWeights ? 1 : kStages;
  static constexpr int kRow = kStep + 4;  // floats; the four more spread the rows of a tile over all banks
};

// What a block computes: the components from qkv0 on of the tiles of words [begin, end). Blocks on the same components
// share the tiles evenly.
struct Share {
  int qkv0, begin, end;
};

template <int D_QKV>
__device__ Share share_of_block(int d_ws) {
  constexpr int kGroups = D_QKV / kBlockQkv;
  const long long n_tiles = (d_ws + kTile - 1) / kTile;
  const int n_shares = gridDim.x / kGroups;
  const int share = blockIdx.x / kGroups;
  return {int(blockIdx.x) % kGroups * kBlockQkv, int(n_tiles * share / n_shares),
          int(n_tiles * (share + 1) / n_shares)};
}

// The first word of a tile. The last tile takes some words of the one before again rather than reach beyond the matrix;
// both compute the same for them.
__device__ inline int word_of_tile(int tile, int d_ws) { return min(tile * kTile, d_ws - kTile); }

// Words and weights on their way through shared memory.
template <int D_MODEL>
class Stages {
 public:
  using C = Cut<D_MODEL>;

  // Begins to copy what a step of the block needs; all threads together.
  __device__ void begin(int step, const Share& share, const float* w_qkv, const float* h_in, int d_ws) {
    constexpr int kChunks = C::kStep / 4;  // float4 of a row
    const int k0 = step % C::kSteps * C::kStep;
    const int tile0 = share.begin + step / C::kSteps * C::kRoundTiles;
    for (int i = threadIdx.x; i < C::kRoundTiles * kTile * kChunks; i += kThreads) {
      const int row = i / kChunks;
      const int k = i % kChunks * 4;
      const int tile = tile0 + row / kTile;
      if (tile < share.end)
        __pipeline_memcpy_async(&words_[step % C::kStages][row][k],
                                h_in + (word_of_tile(tile, d_ws) + row % kTile) * D_MODEL + k0 + k, sizeof(float4));
    }
    if (C::kKeepsWeights && step > 0) return;
    for (int i = threadIdx.x; i < kBlockQkv * kChunks; i += kThreads) {
      const int row = i / kChunks;
      const int k = i % kChunks * 4;
      __pipeline_memcpy_async(&weights_[step % C::kWeightStages][row][k], w_qkv + (share.qkv0 + row) * D_MODEL + k0 + k,
                              sizeof(float4));
    }
  }

  __device__ const float* words(int step, int tile) const { return words_[step % C::kStages][tile * kTile]; }
  __device__ const float* weights(int step, int tile) const { return weights_[step % C::kWeightStages][tile * kTile]; }

 private:
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
  const int warp = threadIdx.x / 32;
  const int own_ws = warp / kWarpsQkv * C::kTiles;  // the warp's first tiles in the block's
  const int own_qkv = warp % kWarpsQkv * kOwn;
  const Share share = share_of_block<D_QKV>(d_ws);
  const int n_steps = (share.end - share.begin + C::kRoundTiles - 1) / C::kRoundTiles * C::kSteps;
  Split<Weights> weights[C::kStep / kDepth][kOwn];
  Row rows[C::kTiles];

  for (int step = 0; step < C::kStages - 1; step++) {
    if (step < n_steps) stages.begin(step, share, w_qkv, h_in, d_ws);
    __pipeline_commit();
  }
  for (int step = 0; step < n_steps; step++) {
    __pipeline_wait_prior(C::kStages - 2);
    __syncthreads();  // the step's words and weights are there for all, and all are done with the step before
    const int next = step + C::kStages - 1;
    if (next < n_steps) stages.begin(next, share, w_qkv, h_in, d_ws);
    __pipeline_commit();

    if (!C::kKeepsWeights || step == 0) {
#pragma unroll
      for (int k = 0; k < C::kStep / kDepth; k++)
#pragma unroll
        for (int j = 0; j < kOwn; j++) weights[k][j].load(stages.weights(step, own_qkv + j) + k * kDepth, C::kRow);
    }
    const int tile0 = share.begin + step / C::kSteps * C::kRoundTiles + own_ws;
#pragma unroll
    for (int i = 0; i < C::kTiles; i++) {
      if (tile0 + i >= share.end) break;
      if (step % C::kSteps == 0) rows[i].clear();
#pragma unroll
      for (int k = 0; k < C::kStep / kDepth; k++) {
        Split<Words> words;
        words.load(stages.words(step, own_ws + i) + k * kDepth, C::kRow);
#pragma unroll
        for (int j = 0; j < kOwn; j++) multiply_add(rows[i].sums[j], words, weights[k][j]);
      }
      if (step % C::kSteps == C::kSteps - 1)
        rows[i].store(h_qkv + word_of_tile(tile0 + i, d_ws) * D_QKV + share.qkv0 + own_qkv * kTile, D_QKV);
    }
  }
}
