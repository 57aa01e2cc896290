// Variant 2. One warp per row: its lanes read neighbouring weights and columns, and add up by cooperative groups.
//
// What limits it: rows shorter than a warp leave lanes idle, and each row costs a reduction. One long row is one warp's
// work. x is read from wherever the columns are.
// Next variant: x in shared memory.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "quantize.h"

namespace cg = cooperative_groups;

__global__ void csr_by_warp(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ offsets,
                            const int* __restrict__ columns, const signed char* __restrict__ weights,
                            const float* __restrict__ largest, int rows) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32;
  if (row >= rows) return;
  float sum = 0;
  for (int i = offsets[row] + static_cast<int>(warp.thread_rank()); i < offsets[row + 1]; i += 32)
    sum += weights[i] * x[columns[i]];
  sum = cg::reduce(warp, sum, cg::plus<float>());
  if (warp.thread_rank() == 0) y[row] = step_of(*largest) * sum;
}
