// Variant 8. New against variant 7: two pairs of tiles. While a block computes on one, the next is on its way from L2;
// one barrier per step instead of two.
//
// What limits it: loads from shared memory and multiply-adds share the schedulers, some operands still meet in one
// register bank, and 6 % of what the tiles cover lies beyond the matrix or leaves multiprocessors idle at the end.
#include "large_tile.h"
#include "rearrange.h"

// D_MODEL: components of a word, a multiple of kStep. Blocks of kThreads threads, one per tile of outputs.
template <int D_MODEL>
__global__ void __launch_bounds__(kThreads, 3)
    qkv_double_buffered(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2, const float* __restrict__ h_in,
                        int d_ws, int d_qkv) {
  __shared__ Tiles tiles[2];
  const Place place = place_of_thread(d_qkv);
  WordCarrier<D_MODEL> words(h_in, place, d_ws);
  WeightCarrier weights(w_qkv2, place, d_qkv);
  Outputs outputs = {};
  weights.begin(tiles[0]);
  words.load();
  words.store(tiles[0]);
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int k0 = 0; k0 < D_MODEL; k0 += kStep) {
    Tiles& now = tiles[k0 / kStep % 2];
    Tiles& next = tiles[(k0 / kStep + 1) % 2];
    const bool more = k0 + kStep < D_MODEL;
    if (more) {
      words.load();
      weights.begin(next);
    }
    multiply_add(outputs, now, place);
    if (more) words.store(next);
    __pipeline_wait_prior(0);
    __syncthreads();  // the next tiles are there for all, and all are done with these
  }
  store(h_qkv, outputs, tiles[0], place, d_ws, d_qkv);
}
