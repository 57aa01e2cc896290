// Variant 2. One block per row, neighbouring threads on neighbouring elements. Largest element and sum are each reduced
// by a tree in shared memory: half as many threads work in each step.
//
// What limits it: for short rows instructions, as each step of two trees costs some in all warps, though most threads
// add nothing. For long rows that they are read three times, from the L1 only as far as it holds the rows of all its
// blocks. Next variant: both in one pass and one tree.
#include "softmax.h"

// The reduction of `value` over the block, in all its threads; `shared` has a place for each of them.
template <class Operation>
__device__ float reduced(float* shared, float value, Operation operation) {
  const int thread = threadIdx.x;
  shared[thread] = value;
  for (int left = blockDim.x; left > 1; left = (left + 1) / 2) {
    __syncthreads();
    const int partner = thread + (left + 1) / 2;
    if (partner < left) shared[thread] = operation(shared[thread], shared[partner]);
  }
  __syncthreads();
  const float result = shared[0];
  __syncthreads();  // before the next reduction overwrites it
  return result;
}

__global__ void softmax_by_block(float* __restrict__ y, const float* __restrict__ x, int cols) {
  extern __shared__ float shared[];
  const float* const from = x + row_begin(blockIdx.x, cols);
  float* const to = y + row_begin(blockIdx.x, cols);
  float largest = lowest, sum = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) largest = fmaxf(largest, from[i]);
  largest = reduced(shared, largest, [](float a, float b) { return fmaxf(a, b); });
  for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += __expf(from[i] - largest);
  sum = reduced(shared, sum, [](float a, float b) { return a + b; });
  for (int i = threadIdx.x; i < cols; i += blockDim.x) to[i] = __expf(from[i] - largest) / sum;
}
