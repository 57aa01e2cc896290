// Variant 4. The blocks of a cluster hold a piece of x each, and read the others' by distributed shared memory: four
// times as much of x is near.
//
// What limits it: shared memory of another SM takes longer than one's own, and a block may not end before all have read.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "quantize.h"

namespace cg = cooperative_groups;

// PIECE: elements of x that a block holds; all blocks of a cluster together hold the first STAGED. A GPU without clusters
// does not launch it: there the point is invalid.
__global__ void csr_by_cluster(float* __restrict__ y, const float* __restrict__ x, const int* __restrict__ offsets,
                               const int* __restrict__ columns, const signed char* __restrict__ weights,
                               const float* __restrict__ largest, int rows, int staged, int piece) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ float own_piece[];
  const auto cluster = cg::this_cluster();
  const int begin = static_cast<int>(cluster.block_rank()) * piece;
  for (int i = threadIdx.x; i < min(piece, staged - begin); i += blockDim.x) own_piece[i] = x[begin + i];
  cluster.sync();
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int warps = gridDim.x * blockDim.x / 32;
  for (int row = (threadIdx.x + blockIdx.x * blockDim.x) / 32; row < rows; row += warps) {
    float sum = 0;
    for (int i = offsets[row] + static_cast<int>(warp.thread_rank()); i < offsets[row + 1]; i += 32) {
      const int column = columns[i];
      sum += weights[i] * (column < staged ? cluster.map_shared_rank(own_piece, column / piece)[column % piece] : x[column]);
    }
    sum = cg::reduce(warp, sum, cg::plus<float>());
    if (warp.thread_rank() == 0) y[row] = step_of(*largest) * sum;
  }
  cluster.sync();
#endif
}
