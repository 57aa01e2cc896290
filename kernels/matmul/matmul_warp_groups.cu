// Variant 10. The tensor cores of Hopper: a warp group multiplies 64 x 256 elements at once, factors straight from
// shared memory. A third warp group only has the copy engine bring them, four steps ahead; no thread holds them in
// registers.
#include "round_and_pad.h"
#include "warp_group_tiles.h"

__global__ void __launch_bounds__(kGroups* kGroupThreads, 1)
    matmul_warp_groups(float* __restrict__ c, const __grid_constant__ CUtensorMap a,
                       const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  multiply_tiles<HalfStep, 1, 1>(c, a, b, {m, n, k}, k);
}
