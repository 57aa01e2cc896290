// Variant 3. D / 4 lanes per key, 16 bytes per load, and LOADS keys and values of a thread in flight at a time, whose
// largest score is found before any exponential is taken: fewer and longer loads, fewer shuffles per key, one scaling
// for several keys.
//
// What limits it: device memory, once the splits fill the GPU. Before that, how many keys and values are in flight: the
// more of them a thread's registers hold, the fewer threads can be resident, and the fewer it takes.
#include "split.h"

struct alignas(16) Four {
  float at[4];
};

// D: a power of two, 4 at least. For several loads the bounds name a number of blocks, 1, and so offer all registers
// that a block of 1024 can have. Left to itself, the compiler saves registers and moves loads behind the shuffles.
template <int d, int loads>
__global__ void __launch_bounds__(1024, loads > 1 ? 1 : 0)
    decode_vector(float* __restrict__ parts, const float* __restrict__ q, const float* __restrict__ k,
                  const float* __restrict__ v, int s, float scale, int splits) {
  constexpr int lanes = d / 4;  // of a key
  extern __shared__ float of_group[];
  const int groups = blockDim.x / lanes, group = threadIdx.x / lanes, lane = threadIdx.x % lanes;
  const int split = blockIdx.x % splits, end = split_begin(split + 1, splits, s);
  const size_t head = blockIdx.x / splits;
  const auto* const keys = reinterpret_cast<const Four*>(k + head * s * d) + lane;
  const auto* const values = reinterpret_cast<const Four*>(v + head * s * d) + lane;
  Four query = reinterpret_cast<const Four*>(q + head * d)[lane], output = {};
#pragma unroll
  for (int m = 0; m < 4; m++) query.at[m] *= scale;
  float largest = lowest, sum = 0;

  // All lanes of a warp go on as long as one of its groups has keys, because they shuffle together.
  for (int key0 = split_begin(split, splits, s); key0 < end; key0 += groups * loads) {
    Four key[loads], value[loads];
#pragma unroll
    for (int i = 0; i < loads; i++) {
      const size_t from = static_cast<size_t>(min(key0 + i * groups + group, end - 1)) * lanes;
      key[i] = keys[from];
      value[i] = values[from];
    }
    float score[loads];
    const float before = largest;
#pragma unroll
    for (int i = 0; i < loads; i++) {
      score[i] = 0;
#pragma unroll
      for (int m = 0; m < 4; m++) score[i] += query.at[m] * key[i].at[m];
#pragma unroll
      for (int distance = lanes / 2; distance > 0; distance /= 2)
        score[i] += __shfl_xor_sync(~0u, score[i], distance);
      if (key0 + i * groups + group >= end) score[i] = lowest;
      largest = fmaxf(largest, score[i]);
    }
    const float shrink = __expf(before - largest);
    sum *= shrink;
#pragma unroll
    for (int m = 0; m < 4; m++) output.at[m] *= shrink;
#pragma unroll
    for (int i = 0; i < loads; i++) {
      const float weight = __expf(score[i] - largest);  // without a branch, behind which its value would be loaded
      sum += weight;
#pragma unroll
      for (int m = 0; m < 4; m++) output.at[m] += weight * value[i].at[m];
    }
  }

  float* const part = of_group + group * (d + 2);
  if (lane == 0) {
    part[0] = largest;
    part[1] = sum;
  }
#pragma unroll
  for (int m = 0; m < 4; m++) part[2 + lane * 4 + m] = output.at[m];
  store_part(parts + static_cast<size_t>(blockIdx.x) * (d + 2), of_group, groups, d);
}
