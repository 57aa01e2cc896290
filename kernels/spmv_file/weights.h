// Weights of 8 bits: -127 to 127 steps, of which the matrix's largest value has 127. Both kernels and reference take them
// from here, so that a rounding cannot differ.

__device__ inline float step_of(float largest) { return largest > 0 ? largest / 127 : 1.0f; }

__device__ inline int rounded_weight(float value, float largest) {
  const int steps = static_cast<int>(rintf(value / step_of(largest)));
  return min(max(steps, -127), 127);
}

// Of one block.
__device__ inline float largest_of(const float* values, int nonzeros) {
  __shared__ float of_thread[1024];
  float largest = 0;
  for (int i = threadIdx.x; i < nonzeros; i += blockDim.x) largest = fmaxf(largest, fabsf(values[i]));
  of_thread[threadIdx.x] = largest;
  __syncthreads();
  for (int i = 0; i < static_cast<int>(blockDim.x); i++) largest = fmaxf(largest, of_thread[i]);
  return largest;
}
