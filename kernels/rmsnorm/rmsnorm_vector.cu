// Variant 2. 16 bytes per load: 8 elements in half precision. UNROLL is how many loads the loops are unrolled by.
//
// What limits it: device memory, if the row is still in a cache when it is read for the second time.
// Next variant: the row stays in registers.
#include "rmsnorm.h"

template <class T>
__global__ void rmsnorm_vector(T* y, const T* x, const T* weight, float epsilon, int cols) {
  constexpr int width = 16 / sizeof(T);
  const auto* const from = reinterpret_cast<const Pack<T>*>(x + row_begin(blockIdx.x, cols));
  const auto* const weights = reinterpret_cast<const Pack<T>*>(weight);
  auto* const to = reinterpret_cast<Pack<T>*>(y + row_begin(blockIdx.x, cols));
  float squares = 0;
#pragma unroll UNROLL
  for (int i = threadIdx.x; i < cols / width; i += blockDim.x) {
    const Pack<T> pack = from[i];
    for (int k = 0; k < width; k++) squares += static_cast<float>(pack.at[k]) * static_cast<float>(pack.at[k]);
  }
  const float scale = rsqrtf(block_sum(squares) / cols + epsilon);
#pragma unroll UNROLL
  for (int i = threadIdx.x; i < cols / width; i += blockDim.x) {
    Pack<T> pack = from[i];
    const Pack<T> factor = weights[i];
    for (int k = 0; k < width; k++)
      pack.at[k] = static_cast<T>(static_cast<float>(pack.at[k]) * scale * static_cast<float>(factor.at[k]));
    to[i] = pack;
  }
}
