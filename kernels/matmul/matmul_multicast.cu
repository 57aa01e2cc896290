// Variant 12. Two blocks, a cluster on neighbouring SMs, take tiles that need the same columns of B: each copies half
// of them, and the copy engine writes that half to both. B comes from L2 once for two blocks.
#include "round_and_pad.h"
#include "warp_group_tiles.h"

__global__ void __launch_bounds__(kGroups* kGroupThreads, 1)
    matmul_multicast(float* __restrict__ c, const __grid_constant__ CUtensorMap a,
                     const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  multiply_tiles<HalfStep, 2, 8>(c, a, b, {m, n, k}, k);
}
