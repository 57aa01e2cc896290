// The starting point: one thread per vector, thread after thread through all of them.
//
// What limits it: the 32 threads of a warp read and write d_l elements apart. Each request touches up to 32 lines, so
// the L1 data banks serve it in many cycles, and stores leave the L1 as separate sectors.
#include "norm.h"

// D_L: components of a vector, known to the compiler; 0: known at run time only.
template <int D_L>
__global__ void norm_base(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {
  const int d_l = D_L > 0 ? D_L : c_app.d_l;
  const int n_l = c_app.n_l;
  const int n_threads = gridDim.x * blockDim.x;

  for (int vector = threadIdx.x + blockIdx.x * blockDim.x; vector < n_l; vector += n_threads) {
    elt_t sum = 0;
    for (int i = 0; i < d_l; i++) sum += l_in[vector * d_l + i];
    const elt_t mean = sum / d_l;
    for (int i = 0; i < d_l; i++) l_out[vector * d_l + i] = l_in[vector * d_l + i] - mean;
  }
}
