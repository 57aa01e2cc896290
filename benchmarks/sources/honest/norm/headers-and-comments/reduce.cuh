#pragma once

template <int grp_size>
__device__ float sum_of_group(float value, int rank) {
  const unsigned group = (~0u >> (32 - grp_size)) << (threadIdx.x % 32 - rank);
  for (int distance = grp_size / 2; distance > 0; distance /= 2)
    value += __shfl_xor_sync(group, value, distance, grp_size);
  return value;
}
