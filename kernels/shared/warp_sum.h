// For any family that has `include: shared`.

// The sum of VALUE over the lanes of a warp, in all of them.
__device__ inline float warp_sum(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(~0u, value, distance);
  return value;
}
