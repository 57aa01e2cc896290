// What kernels that scan in several launches share: between them, one block makes the sums of all segments their prefix
// sums.
#include "tile.h"

__global__ void scan_sums(int* sums, int count) {
  int before = 0;
  for (int tile = 0; tile * tile_elements<4> < count; tile++) {
    auto own = loaded<4>(sums, count, tile);
    const int of_warp = scan_in_warp(own);
    const Sums in_tile = exchanged(of_warp);
    store(sums, count, tile, own, before + in_tile.before);
    before += in_tile.all;
    __syncthreads();
  }
}
