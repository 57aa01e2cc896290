// Variant 3. The row stays in registers between the two passes: each element is read once. PACKS is how many loads of
// 16 bytes a thread needs for its part of a row.
//
// What limits it: device memory, as a copy.
#include "rmsnorm.h"

template <class T, int packs>
__global__ void rmsnorm_registers(T* y, const T* x, const T* weight, float epsilon, int cols) {
  constexpr int width = 16 / sizeof(T);
  const auto* const from = reinterpret_cast<const Pack<T>*>(x + row_begin(blockIdx.x, cols));
  const auto* const weights = reinterpret_cast<const Pack<T>*>(weight);
  auto* const to = reinterpret_cast<Pack<T>*>(y + row_begin(blockIdx.x, cols));
  Pack<T> own[packs];
  float squares = 0;
#pragma unroll
  for (int p = 0; p < packs; p++) {
    const int i = threadIdx.x + p * blockDim.x;
    if (i >= cols / width) continue;
    own[p] = from[i];
    for (int k = 0; k < width; k++) squares += static_cast<float>(own[p].at[k]) * static_cast<float>(own[p].at[k]);
  }
  const float scale = rsqrtf(block_sum(squares) / cols + epsilon);
#pragma unroll
  for (int p = 0; p < packs; p++) {
    const int i = threadIdx.x + p * blockDim.x;
    if (i >= cols / width) continue;
    const Pack<T> factor = weights[i];
    for (int k = 0; k < width; k++)
      own[p].at[k] = static_cast<T>(static_cast<float>(own[p].at[k]) * scale * static_cast<float>(factor.at[k]));
    to[i] = own[p];
  }
}
