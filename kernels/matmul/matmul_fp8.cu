// Variant 13. Factors of a byte: the tensor cores take twice as many a clock, and the copy engine brings twice as many.
// What they do not keep is precision: a factor has 4 bits, and of a sum some 13 are kept after each product.
#include "round_and_pad_fp8.h"
#include "warp_group_tiles.h"

__global__ void __launch_bounds__(kGroups* kGroupThreads, 1)
    matmul_fp8(float* __restrict__ c, const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
               int m, int n, int k) {
  multiply_tiles<Fp8Step, 1, 16>(c, a, b, {m, n, k}, k);
}
