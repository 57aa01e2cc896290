// Softmax tile by tile of 128 keys, of 64 queries that a warp group has: weights of scores, and factors for what was
// summed up before a larger score turned up. A thread has two queries, eight rows apart; of each, pairs of keys or
// components, eight apart, which four lanes share.
#pragma once

constexpr int kKeys = 128;

__device__ inline float exponential_of_2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

class OnlineWeights {
 public:
  // SCALE: of the scores. QUERY: the warp group's first.
  __device__ OnlineWeights(float scale, int query, int s, int causal) : scale_(scale * 1.4426950408889634f) {
    all_ = (causal ? min(query, s - 1) : s - 1);
    for (int half = 0; half < 2; half++) last_[half] = causal ? min(query + row() + 8 * half, s - 1) : s - 1;
  }

  // Scores of the keys from KEY0 become weights, 1 for the largest score that was seen up to now.
  __device__ void weigh(float (&scores)[64], int key0) {
    if (key0 + kKeys - 1 > all_) hide(scores, key0);
#pragma unroll
    for (int half = 0; half < 2; half++) {
      float top = largest_[half];
#pragma unroll
      for (int j = 0; j < 16; j++) top = fmaxf(top, fmaxf(scores[4 * j + 2 * half], scores[4 * j + 2 * half + 1]));
      for (int distance = 1; distance < 4; distance *= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, distance));
      factor_[half] = exponential_of_2((largest_[half] - top) * scale_);
      largest_[half] = top;
      float sum = sum_[half] * factor_[half];
#pragma unroll
      for (int j = 0; j < 32; j++) {
        float& score = scores[j / 2 * 4 + 2 * half + j % 2];
        score = exponential_of_2(score * scale_ - top * scale_);
        sum += score;
      }
      sum_[half] = sum;
    }
  }

  template <int kSums>
  __device__ void rescale(float (&output)[kSums]) const {
#pragma unroll
    for (int i = 0; i < kSums; i++) output[i] *= factor_[i / 2 % 2];
  }

  // To rows of 2 * kSums components; queries from S on do not exist.
  template <int kSums>
  __device__ void store(float* __restrict__ o, const float (&output)[kSums], int query, int s) {
    for (int half = 0; half < 2; half++) {
      float sum = sum_[half];
      for (int distance = 1; distance < 4; distance *= 2) sum += __shfl_xor_sync(~0u, sum, distance);
      const int y = query + row() + 8 * half;
      if (y >= s) return;
      float* const to = o + 2LL * kSums * y + threadIdx.x % 4 * 2;
#pragma unroll
      for (int j = 0; j < kSums / 4; j++)
        *reinterpret_cast<float2*>(to + 8 * j) = {output[4 * j + 2 * half] / sum, output[4 * j + 2 * half + 1] / sum};
    }
  }

 private:
  static constexpr float kLowest = -3.4028235e38f;  // below all scores; unlike an infinity, 0 when subtracted from itself

  __device__ static int row() { return threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4; }

  __device__ void hide(float (&scores)[64], int key0) const {
#pragma unroll
    for (int i = 0; i < 64; i++)
      if (key0 + i / 4 * 8 + static_cast<int>(threadIdx.x) % 4 * 2 + i % 2 > last_[i / 2 % 2]) scores[i] = kLowest;
  }

  float scale_;   // for powers of 2
  int all_;       // the last key that all queries see
  int last_[2];   // the last that a query sees
  float largest_[2] = {kLowest, kLowest}, sum_[2] = {}, factor_[2];
};

// Weights as the factor of a product takes them: of 16 keys, two fp16 in each of 4 registers.
__device__ inline void pack(unsigned (&to)[32], const float (&weights)[64]) {
#pragma unroll
  for (int i = 0; i < 32; i++) {
    const __half2 pair = __floats2half2_rn(weights[2 * i], weights[2 * i + 1]);
    to[i] = *reinterpret_cast<const unsigned*>(&pair);
  }
}
