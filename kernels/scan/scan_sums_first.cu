// Variant 4. Three launches in another order: tiles are only added up at first, and scanned once the sum before
// them is known. x is read twice, but y is written once: 12 bytes per element. Tiles are scanned in registers, by
// shuffles.
//
// What limits it: device memory, at 12 bytes where 8 would do.
// Next variant: one pass.
#include "sums.h"

__global__ void sum_tiles(int* __restrict__ sums, const int* __restrict__ x, int n) {
  const Sums in_tile = exchanged(sum_of_warp(loaded<4>(x, n, blockIdx.x)));
  if (threadIdx.x == 0) sums[blockIdx.x] = in_tile.all;
}

// SUMS: prefix sums of the tiles' sums.
__global__ void scan_tiles(int* __restrict__ y, const int* __restrict__ sums, const int* __restrict__ x, int n) {
  auto own = loaded<4>(x, n, blockIdx.x);
  const int of_warp = scan_in_warp(own);
  const int before_tile = blockIdx.x > 0 ? sums[blockIdx.x - 1] : 0;
  store(y, n, blockIdx.x, own, before_tile + exchanged(of_warp).before);
}
