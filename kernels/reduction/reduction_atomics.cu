// Variant 6. Each block adds its sum to the result by one atomic, instead of a second launch. The order of these
// additions changes from launch to launch, and with it the last bits.
//
// What limits it: device memory. Atomics on one address take turns: one per block costs nothing, one per element takes
// all of the time.
#include "block_sum.h"
#include "thread_sum.h"

__global__ void reduction_atomics(float* __restrict__ sum, const float* __restrict__ in, int n) {
  const float mine = block_sum(thread_sum(in, n));
  if (threadIdx.x == 0) atomicAdd(sum, mine);
}
