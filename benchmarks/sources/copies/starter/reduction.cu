// Homework 3: add up the n elements of `in`. *total is 0 when the kernel starts. Any number of blocks, whole warps.
__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  // your code
}
