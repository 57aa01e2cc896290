// Variant 3. Largest element and sum in one pass: the sum is scaled whenever a larger element turns up. The row is read
// twice instead of three times, and there is one tree instead of two.
//
// What limits it: for short rows the tree still, its instructions and a barrier per step; for long rows the second
// pass. And there is an exponential more per element.
// Next variant: one warp per row, whose lanes exchange values without barriers and shared memory.
#include "softmax.h"

__global__ void softmax_online(float* __restrict__ y, const float* __restrict__ x, int cols) {
  extern __shared__ Part shared[];
  const float* const from = x + row_begin(blockIdx.x, cols);
  float* const to = y + row_begin(blockIdx.x, cols);
  const int thread = threadIdx.x;
  Part own{lowest, 0};
  for (int i = thread; i < cols; i += blockDim.x) own = with(own, from[i]);
  shared[thread] = own;
  for (int left = blockDim.x; left > 1; left = (left + 1) / 2) {
    __syncthreads();
    const int partner = thread + (left + 1) / 2;
    if (partner < left) shared[thread] = joined(shared[thread], shared[partner]);
  }
  __syncthreads();
  const Part row = shared[0];
  for (int i = thread; i < cols; i += blockDim.x) to[i] = __expf(from[i] - row.largest) / row.sum;
}
