// Variant 3. As before, with the first 16,384 elements of x in 64 KiB of shared memory, which each block fills once; it
// then takes rows until there are none.
//
// What limits it: filling it, where rows are few; and what lies beyond it is read as before, with a comparison on top.
// Next variant: the shared memory of several blocks.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "quantize.h"

namespace cg = cooperative_groups;

__global__ void csr_staged(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ offsets,
                           const int* __restrict__ columns, const signed char* __restrict__ weights,
                           const float* __restrict__ largest, int rows, int staged) {
  extern __shared__ float near_x[];
  for (int i = threadIdx.x; i < staged; i += blockDim.x) near_x[i] = x[i];
  __syncthreads();
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int warps = gridDim.x * blockDim.x / 32;
  for (int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32; row < rows; row += warps) {
    float sum = 0;
    for (int i = offsets[row] + static_cast<int>(warp.thread_rank()); i < offsets[row + 1]; i += 32) {
      const int column = columns[i];
      sum += weights[i] * (column < staged ? near_x[column] : x[column]);
    }
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) y[row] = step_of(*largest) * sum;
  }
}
