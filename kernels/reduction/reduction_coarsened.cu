// Variant 5. A thread adds up its whole share of the array first, and the block climbs one tree at the end: what is
// left is a load and an addition per element.
//
// What limits it: device memory; for small arrays the second launch, which the next variant saves.
#include "block_sum.h"
#include "thread_sum.h"

__global__ void reduction_coarsened(float* __restrict__ partials, const float* __restrict__ in, int n) {
  const float sum = block_sum(thread_sum(in, n));
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}
