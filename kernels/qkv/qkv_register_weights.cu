// Variant 9, for small layers. New against variant 8: all weights stay in the registers of every warp, d_qkv / 32
// components per lane, and a warp's words come through shared memory. Every load from there goes to all lanes at once:
// 8 for the 96 multiply-adds of a word of layer 0. No thread waits for another warp, and outputs leave while others are
// computed.
//
// What limits it: launching and moving the same bytes without a multiply-add takes two thirds of its time on an H200;
// the rest is weights and words that have to arrive, and operands that meet in a register bank, because each weight is
// in the one register that it stays in.
#include <cuda_pipeline.h>

#include "rearrange.h"

constexpr int kThreads = 256;
constexpr int kWarps = kThreads / 32;
constexpr int kBatch = 32;  // words of a warp in shared memory

// Words [begin, begin + count) of the calling warp: neighbouring warps have neighbouring words, and none has more than
// one word more than another.
struct OwnWords {
  int begin, count;
};

__device__ OwnWords words_of_warp(int d_ws) {
  const int n_warps = gridDim.x * kWarps;
  const int warp = blockIdx.x * kWarps + threadIdx.x / 32;
  const int share = d_ws / n_warps;
  const int left = d_ws - share * n_warps;
  return {warp * share + min(warp, left), share + (warp < left ? 1 : 0)};
}

// D_MODEL, D_QKV: as the layer's; D_QKV a multiple of 32, D_MODEL of 4. Blocks of kThreads threads, one per
// multiprocessor.
template <int D_MODEL, int D_QKV>
__global__ void __launch_bounds__(kThreads, 1)
    qkv_register_weights(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2, const float* __restrict__ h_in,
                         int d_ws) {
  constexpr int kOwn = D_QKV / 32;
  constexpr int kChunks = D_MODEL / 4;
  __shared__ float4 batches[kWarps][kBatch * kChunks];
  float4* const batch = batches[threadIdx.x / 32];
  const int lane = threadIdx.x % 32;
  const OwnWords words = words_of_warp(d_ws);
  const auto* const from = reinterpret_cast<const float4*>(h_in + words.begin * D_MODEL);
  float* const to = h_qkv + words.begin * D_QKV + lane;

  float w[D_MODEL][kOwn];
  for (int done = 0; done < words.count; done += kBatch) {
    const int n = min(words.count - done, kBatch);
    __syncwarp();  // all are done with the batch before
#pragma unroll
    for (int i = 0; i < kBatch * kChunks; i += 32)
      if (i + lane < n * kChunks)
        __pipeline_memcpy_async(batch + i + lane, from + done * kChunks + i + lane, sizeof(float4));
    __pipeline_commit();
    if (done == 0) {  // while the first words are on their way
#pragma unroll
      for (int k = 0; k < D_MODEL; k++)
#pragma unroll
        for (int j = 0; j < kOwn; j++) w[k][j] = w_qkv2[k * D_QKV + 32 * j + lane];
    }
    __pipeline_wait_prior(0);
    __syncwarp();

    for (int i = 0; i < n; i++) {
      float q[kOwn] = {};
#pragma unroll
      for (int chunk = 0; chunk < kChunks; chunk++) {
        const float4 h = batch[i * kChunks + chunk];
        const float components[4] = {h.x, h.y, h.z, h.w};
#pragma unroll
        for (int k = 0; k < 4; k++)
#pragma unroll
          for (int j = 0; j < kOwn; j++) q[j] += w[4 * chunk + k][j] * components[k];
      }
#pragma unroll
      for (int j = 0; j < kOwn; j++) to[(done + i) * D_QKV + 32 * j] = q[j];
    }
  }
}
