// Variant 11. As many blocks as the GPU has SMs, each with tile after tile: the copies for the next tile go on while
// the last one's sums are stored. Tiles are taken in bands, so that those at work at a time share rows and columns in
// L2.
#include "round_and_pad.h"
#include "warp_group_tiles.h"

__global__ void __launch_bounds__(kGroups* kGroupThreads, 1)
    matmul_persistent(float* __restrict__ c, const __grid_constant__ CUtensorMap a,
                      const __grid_constant__ CUtensorMap b, int m, int n, int k) {
  multiply_tiles<HalfStep, 1, 16>(c, a, b, {m, n, k}, k);
}
