#pragma once

// What variants 7 and 8 share: a block of 128 threads computes 128 words x 96 components, a thread 8 x 12 of them.
//
// A warp computes 64 x 48 outputs with its lanes as 8 x 4. Lane (r, c) has the words 4 r to 4 r + 3 and the four 32
// further on, and the components 4 c to 4 c + 3 and twice the four 16 further on: what the lanes load from shared
// memory at once is neighbouring.
//
// A multiply-add takes three registers but can read two new ones per cycle, one from each of two banks, even and odd.
// The third must still be there from the instruction before. So the inner loop keeps one weight for eight
// multiply-adds, and the compiler is left free to put each output into the bank that its word's component is not in.
// Outputs that were stored four at a time would have to be four neighbouring registers, hence the way through shared
// memory in store().
#include <cuda_pipeline.h>

constexpr int kThreads = 128;
constexpr int kTileWs = 128;
constexpr int kTileQkv = 96;
constexpr int kStep = 16;  // components of a word in shared memory at a time
constexpr int kOwnWs = 8;
constexpr int kOwnQkv = 12;

// Of a step: words as columns, rearranged weights as they are. Four more elements per row of words keep float4 aligned
// and spread over the banks what a warp writes at once.
struct Tiles {
  float h[kStep][kTileWs + 4];
  float w[kStep][kTileQkv];
};

// What a block and a thread of it compute.
struct Place {
  int ws0, qkv0;  // first word and component of the block
  int ws, qkv;    // the thread's first word and component in the block
};

__device__ inline Place place_of_thread(int d_qkv) {
  const int tiles_of_word = (d_qkv + kTileQkv - 1) / kTileQkv;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  return {int(blockIdx.x) / tiles_of_word * kTileWs, int(blockIdx.x) % tiles_of_word * kTileQkv,
          warp / 2 * 64 + lane / 4 * 4, warp % 2 * 48 + lane % 4 * 4};
}

// Brings a step's words to their tile: four neighbouring components of four words per thread, through registers,
// because they have to be turned.
template <int D_MODEL>
class WordCarrier {
 public:
  __device__ WordCarrier(const float* h_in, const Place& place, int d_ws)
      : from_(reinterpret_cast<const float4*>(h_in + (place.ws0 + row()) * D_MODEL) + chunk()),
        rows_(d_ws - place.ws0 - row()) {}

  // Loads the next step's components; 0 beyond the matrix.
  __device__ void load() {
#pragma unroll
    for (int i = 0; i < kCount; i++)
      values_[i] = i * kRows < rows_ ? from_[i * kRows * (D_MODEL / 4)] : make_float4(0, 0, 0, 0);
    from_ += kChunks;
  }

  __device__ void store(Tiles& tiles) const {
#pragma unroll
    for (int i = 0; i < kCount; i++) {
      const int column = row() + i * kRows;
      tiles.h[4 * chunk()][column] = values_[i].x;
      tiles.h[4 * chunk() + 1][column] = values_[i].y;
      tiles.h[4 * chunk() + 2][column] = values_[i].z;
      tiles.h[4 * chunk() + 3][column] = values_[i].w;
    }
  }

 private:
  static constexpr int kChunks = kStep / 4;
  static constexpr int kRows = kThreads / kChunks;  // at once
  static constexpr int kCount = kTileWs / kRows;
  __device__ static int row() { return threadIdx.x / kChunks; }
  __device__ static int chunk() { return threadIdx.x % kChunks; }

  const float4* from_;
  int rows_;  // of the matrix, from the thread's first one on; may be negative
  float4 values_[kCount];
};

// Brings a step's weights to their tile, past the registers: four rows at once by the first threads; the others have
// none. Weights beyond the matrix are left out; what is computed from them is not stored. d_qkv is a multiple of 4.
class WeightCarrier {
 public:
  __device__ WeightCarrier(const float* w_qkv2, const Place& place, int d_qkv)
      : from_(w_qkv2 + row() * d_qkv + place.qkv0 + column()),
        d_qkv_(d_qkv),
        has_any_(row() < kRows && place.qkv0 + column() < d_qkv) {}

  // Begins to copy the next step's weights.
  __device__ void begin(Tiles& tiles) {
    if (has_any_) {
#pragma unroll
      for (int k = 0; k < kStep; k += kRows)
        __pipeline_memcpy_async(&tiles.w[row() + k][column()], from_ + k * d_qkv_, sizeof(float4));
    }
    from_ += kStep * d_qkv_;
    __pipeline_commit();
  }

 private:
  static constexpr int kRows = 4;
  __device__ static int row() { return threadIdx.x / (kTileQkv / 4); }
  __device__ static int column() { return threadIdx.x % (kTileQkv / 4) * 4; }

  const float* from_;
  int d_qkv_;
  bool has_any_;
};

// A thread's outputs: [word][component].
struct Outputs {
  float q[kOwnWs][kOwnQkv];
};

// Four floats at `from`, which is aligned for it.
__device__ inline void load4(float* to, const float* from) {
  *reinterpret_cast<float4*>(to) = *reinterpret_cast<const float4*>(from);
}

// Adds the products of the kStep components in `tiles`.
__device__ inline void multiply_add(Outputs& outputs, const Tiles& tiles, const Place& place) {
#pragma unroll 2  // more at once need more registers than three blocks leave
  for (int k = 0; k < kStep; k++) {
    alignas(16) float h[kOwnWs];
    alignas(16) float w[kOwnQkv];
#pragma unroll
    for (int i = 0; i < kOwnWs; i += 4) load4(h + i, &tiles.h[k][place.ws + 8 * i]);
#pragma unroll
    for (int j = 0; j < kOwnQkv; j += 4) load4(w + j, &tiles.w[k][place.qkv + 4 * j]);
#pragma unroll
    for (int j = 0; j < kOwnQkv; j++)
#pragma unroll
      for (int i = 0; i < kOwnWs; i++) outputs.q[i][j] += w[j] * h[i];
  }
}

// Stores a block's outputs, one word of each of a warp's eight rows of lanes at a time, by way of `tiles`, which are
// no longer needed. d_qkv is a multiple of 4.
__device__ inline void store(float* __restrict__ h_qkv, const Outputs& outputs, Tiles& tiles, const Place& place,
                             int d_ws, int d_qkv) {
  constexpr int kColumns = kTileQkv / 2;
  constexpr int kWords = 8;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  // By columns, one element wider than needed: threads then write single elements, and to different banks.
  float(*const stage)[kWords + 1] = reinterpret_cast<float(*)[kWords + 1]>(&tiles.h[0][0]) + warp * kColumns;
  static_assert(sizeof(Tiles::h) >= kThreads / 32 * kColumns * (kWords + 1) * sizeof(float));

#pragma unroll
  for (int i = 0; i < kOwnWs; i++) {
    __syncwarp();
#pragma unroll
    for (int j = 0; j < kOwnQkv; j++) stage[place.qkv % kColumns + j / 4 * 16 + j % 4][lane / 4] = outputs.q[i][j];
    __syncwarp();
#pragma unroll
    for (int chunk = lane; chunk < kWords * kColumns / 4; chunk += 32) {
      const int word = chunk / (kColumns / 4);
      const int column = chunk % (kColumns / 4) * 4;
      const int i_ws = place.ws0 + warp / 2 * 64 + word * 4 + i / 4 * 32 + i % 4;
      const int i_qkv = place.qkv0 + warp % 2 * kColumns + column;
      if (i_ws < d_ws && i_qkv < d_qkv)
        *reinterpret_cast<float4*>(h_qkv + i_ws * d_qkv + i_qkv) =
            make_float4(stage[column][word], stage[column + 1][word], stage[column + 2][word], stage[column + 3][word]);
    }
  }
}
