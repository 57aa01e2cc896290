// To be solved: grp_size threads share a vector.
//
// The kernel below gives each vector to a group of grp_size neighbouring threads already, but a thread reads and writes
// only the one component at its own place in the group. Components from grp_size on are neither summed nor written:
// `warpledger check` finds the output incorrect wherever a vector has more components than a group threads.
//
//   1. Let each thread of a group add up its share of the d_l components, so that the group reads each exactly once.
//      d_l and grp_size are powers of two. Which share? Neighbouring threads should touch neighbouring components in
//      the same request.
//   2. Write the share's components, each minus the mean.
//
// A correct solution has no bank conflicts (BXW) where grp_size = d_l, and no premature writebacks (N*W is 1.0) from
// grp_size = 8 on. Compare it with norm_base, in which one thread does a whole vector.
#include "norm.h"

// The sum of `value` over the group of the calling thread, given to all of its threads. `group` is the mask of its
// lanes.
template <int grp_size>
__device__ elt_t group_sum(elt_t value, unsigned group) {
  for (int distance = grp_size / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(group, value, distance, grp_size);
  return value;
}

// D_L: components of a vector, known to the compiler; 0: known at run time only.
// grp_size: threads that share a vector, a power of two up to 32. A block has whole warps.
template <int D_L, int grp_size>
__global__ void norm_group(elt_t* __restrict__ l_out, const elt_t* __restrict__ l_in) {
  const int tid = threadIdx.x + blockIdx.x * blockDim.x;
  const int n_threads = blockDim.x * gridDim.x;
  const int d_l = D_L > 0 ? D_L : c_app.d_l;
  const int n_l = c_app.n_l;
  const int rank = threadIdx.x % grp_size;  // the thread's place in its group
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);

  for (int h = tid / grp_size; h < n_l; h += n_threads / grp_size) {
    elt_t thread_sum = 0;

    // The sum loop is to be written: so far it is one component.
    thread_sum += l_in[h * d_l + rank];

    const elt_t mean = group_sum<grp_size>(thread_sum, group) / d_l;

    // The norm loop is to be written: so far it is one component.
    l_out[h * d_l + rank] = l_in[h * d_l + rank] - mean;
  }
}
