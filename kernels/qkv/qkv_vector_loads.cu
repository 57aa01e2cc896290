// Variant 7. New against variant 6: a thread computes 8 x 12 outputs and loads four floats with one instruction: 5
// loads from shared memory for 96 multiply-adds. The weights are the rearranged ones of variant 2, which need not be
// turned. Three blocks fit a multiprocessor of compute capability 9.0, so that layer 1 is one round of blocks on 132 of
// them.
//
// What limits it: the block waits for each tile to arrive from L2 before it computes.
#include "large_tile.h"
#include "rearrange.h"

// D_MODEL: components of a word, a multiple of kStep. Blocks of kThreads threads, one per tile of outputs.
template <int D_MODEL>
__global__ void __launch_bounds__(kThreads, 3)
    qkv_vector_loads(float* __restrict__ h_qkv, const float* __restrict__ w_qkv2, const float* __restrict__ h_in,
                     int d_ws, int d_qkv) {
  __shared__ Tiles tiles;
  const Place place = place_of_thread(d_qkv);
  WordCarrier<D_MODEL> words(h_in, place, d_ws);
  WeightCarrier weights(w_qkv2, place, d_qkv);
  Outputs outputs = {};
  for (int k0 = 0; k0 < D_MODEL; k0 += kStep) {
    weights.begin(tiles);
    words.load();
    words.store(tiles);
    __pipeline_wait_prior(0);
    __syncthreads();
    multiply_add(outputs, tiles, place);
    __syncthreads();
  }
  store(h_qkv, outputs, tiles, place, d_ws, d_qkv);
}
