// Variant 12.
#include "warp_group_tiles.h"

__global__ void __launch_bounds__(kGroups * kGroupThreads, 1)
    matmul_multicast(float* __restrict__ c, const __grid_constant__ CUtensorMap a,
                     const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  multiply_tiles<2, 8>(c, a, b, {m, n, k});
}
