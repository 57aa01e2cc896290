// Variant 14. Parts of k for matmul_persistent, where C has fewer tiles than the GPU has SMs; a second launch adds them.
#include "add_parts.h"
#include "round_and_pad.h"
#include "warp_group_tiles.h"

__global__ void __launch_bounds__(kGroups* kGroupThreads, 1)
    matmul_warp_groups_split_k(float* __restrict__ parts, const __grid_constant__ CUtensorMap a,
                               const __grid_constant__ CUtensorMap b, int m, int n, int k, int k_of_part) {
  multiply_tiles<HalfStep, 1, 16>(parts, a, b, {m, n, k}, k_of_part);
}
