// Variant 3. Four weights per step and 16 bytes per load, LOADS loads of each of four arrays before the first value is
// needed: 64 LOADS bytes per thread are in flight.
//
// What limits it: device memory, with few warps already.
#include "step.h"

// Four neighbouring elements, moved as 16 bytes.
struct alignas(16) Four {
  float at[4];
};

template <int loads>
__global__ void adam_vector(float* __restrict__ weights, float* __restrict__ v, float* __restrict__ r,
                            const float* __restrict__ gradient, int n) {
  const int fours = n / 4, threads = blockDim.x * gridDim.x;
  const int thread = threadIdx.x + blockIdx.x * blockDim.x;
  Four* const w4 = reinterpret_cast<Four*>(weights);
  Four* const v4 = reinterpret_cast<Four*>(v);
  Four* const r4 = reinterpret_cast<Four*>(r);
  const Four* const g4 = reinterpret_cast<const Four*>(gradient);
  for (int first = thread; first < fours; first += loads * threads) {
    Four w_own[loads], v_own[loads], r_own[loads], g_own[loads];
#pragma unroll
    for (int k = 0; k < loads; k++) {
      const int at = first + k * threads;
      if (at >= fours) break;
      w_own[k] = w4[at], v_own[k] = v4[at], r_own[k] = r4[at], g_own[k] = g4[at];
    }
#pragma unroll
    for (int k = 0; k < loads; k++) {
      const int at = first + k * threads;
      if (at >= fours) break;
#pragma unroll
      for (int j = 0; j < 4; j++) step(w_own[k].at[j], v_own[k].at[j], r_own[k].at[j], g_own[k].at[j]);
      w4[at] = w_own[k], v4[at] = v_own[k], r4[at] = r_own[k];
    }
  }
  for (int i = 4 * fours + thread; i < n; i += threads) step(weights[i], v[i], r[i], gradient[i]);
}
