// Variant 5. One block per row, which its threads keep in registers: each element is read once and its exponential
// taken once. Reductions are shuffles within a warp and one exchange between warps.
//
// What limits it: device memory, as a copy, as long as each thread has several elements of a row. With fewer, the
// instructions of the two reductions.
#include "softmax.h"

// The reduction of `value` over the block, in all its threads.
template <class Operation>
__device__ float reduced(float value, Operation operation) {
  __shared__ float of_warp[32];
  for (int distance = 16; distance > 0; distance /= 2) value = operation(value, __shfl_xor_sync(~0u, value, distance));
  __syncthreads();  // all have read what the previous reduction left
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = value;
  __syncthreads();
  float result = of_warp[0];
  for (int warp = 1; warp < blockDim.x / 32; warp++) result = operation(result, of_warp[warp]);
  return result;
}

// What one load brings: WIDTH elements.
template <int width>
struct alignas(4 * width) Piece {
  float at[width];
};

// PIECES: loads of a thread that hold a row, PIECES * WIDTH * threads elements at least. WIDTH divides the row.
template <int pieces, int width>
__global__ void softmax_registers(float* __restrict__ y, const float* __restrict__ x, int cols) {
  const auto* const from = reinterpret_cast<const Piece<width>*>(x + row_begin(blockIdx.x, cols));
  auto* const to = reinterpret_cast<Piece<width>*>(y + row_begin(blockIdx.x, cols));
  const int in_row = cols / width;
  Piece<width> own[pieces];
#pragma unroll
  for (int k = 0; k < pieces; k++) {
    const int i = threadIdx.x + k * blockDim.x;
    if (i < in_row) own[k] = from[i];
  }
  float largest = lowest, sum = 0;
#pragma unroll
  for (int k = 0; k < pieces; k++) {
    const bool mine = threadIdx.x + k * blockDim.x < in_row;
#pragma unroll
    for (int j = 0; j < width; j++) largest = mine ? fmaxf(largest, own[k].at[j]) : largest;
  }
  largest = reduced(largest, [](float a, float b) { return fmaxf(a, b); });
#pragma unroll
  for (int k = 0; k < pieces; k++) {
    const bool mine = threadIdx.x + k * blockDim.x < in_row;
#pragma unroll
    for (int j = 0; j < width; j++) {
      own[k].at[j] = mine ? __expf(own[k].at[j] - largest) : 0;
      sum += own[k].at[j];
    }
  }
  const float scale = 1 / reduced(sum, [](float a, float b) { return a + b; });
#pragma unroll
  for (int k = 0; k < pieces; k++) {
#pragma unroll
    for (int j = 0; j < width; j++) own[k].at[j] *= scale;
    const int i = threadIdx.x + k * blockDim.x;
    if (i < in_row) to[i] = own[k];
  }
}
