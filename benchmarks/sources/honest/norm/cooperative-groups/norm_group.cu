// Groups of threads are tiles of cooperative groups.
#include <cooperative_groups.h>

#include "norm.h"

namespace cg = cooperative_groups;

template <int D_L, int grp_size>
__global__ void norm_group(elt_t* l_out, const elt_t* l_in) {
  const auto tile = cg::tiled_partition<grp_size>(cg::this_thread_block());
  const int d_l = D_L > 0 ? D_L : c_app.d_l;
  for (int h = (threadIdx.x + blockIdx.x * blockDim.x) / grp_size; h < c_app.n_l; h += blockDim.x * gridDim.x / grp_size) {
    elt_t sum = 0;
    for (int i = tile.thread_rank(); i < d_l; i += grp_size) sum += l_in[h * d_l + i];
    for (int distance = grp_size / 2; distance > 0; distance /= 2) sum += tile.shfl_xor(sum, distance);
    for (int i = tile.thread_rank(); i < d_l; i += grp_size) l_out[h * d_l + i] = l_in[h * d_l + i] - sum / d_l;
  }
}
