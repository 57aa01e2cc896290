// The output of one query, which a warp makes of its keys step by step: the sums are scaled whenever a larger score
// turns up.
#include "attention.h"

// Lane l has the components l, l + 32, ...: PER_LANE of them.
template <int per_lane>
class OnlineOutput {
 public:
  // Takes COUNT keys, up to 32, whose values are rows of VALUES. SCORE is that of the lane's own key.
  __device__ void add(float score, const float* values, int count, int d) {
    const float before = largest_;
    largest_ = largest_of_warp(fmaxf(largest_, score));
    const float scale = __expf(before - largest_);
    const float weight = score > lowest ? __expf(score - largest_) : 0;
    sum_ = sum_ * scale + weight;
#pragma unroll
    for (int i = 0; i < per_lane; i++) of_[i] *= scale;
    for (int key = 0; key < count; key++) {
      const float its = __shfl_sync(~0u, weight, key);
#pragma unroll
      for (int i = 0; i < per_lane; i++)
        if (component(i) < d) of_[i] += its * values[key * d + component(i)];
    }
  }

  __device__ void store(float* to, int d) const {
    const float sum = sum_of_warp(sum_);
#pragma unroll
    for (int i = 0; i < per_lane; i++)
      if (component(i) < d) to[component(i)] = of_[i] / sum;
  }

 private:
  __device__ static int component(int i) { return threadIdx.x % 32 + 32 * i; }

  float largest_ = lowest;
  float sum_ = 0;  // of the lane's own keys
  float of_[per_lane] = {};
};
