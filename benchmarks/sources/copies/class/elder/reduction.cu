#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// The group does the work: a tile of 32 passes values down, whatever the block is.
template <class Group>
__device__ float collect(const Group& group, float x) {
  for (unsigned gap = group.size() / 2; gap != 0; gap /= 2) x += group.shfl_down(x, gap);
  return x;
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  __shared__ float sums[32];

  float own = 0;
  const unsigned all = gridDim.x * block.size();
  for (unsigned i = blockIdx.x * block.size() + block.thread_rank(); i < static_cast<unsigned>(n); i += all) own += in[i];

  own = collect(tile, own);
  const unsigned tiles = block.size() / 32;
  if (tile.thread_rank() == 0) sums[block.thread_rank() / 32] = own;
  block.sync();
  if (block.thread_rank() >= 32) return;
  float last = tile.thread_rank() < tiles ? sums[tile.thread_rank()] : 0.0f;
  last = collect(tile, last);
  if (block.thread_rank() == 0) atomicAdd(total, last);
}
