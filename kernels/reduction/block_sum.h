// Sums over a warp and a block by shuffles, and the launch that adds up what the blocks have found.

__device__ inline float warp_sum(float x) {
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) x += __shfl_down_sync(~0u, x, distance);
  return x;
}

// The sum over the block; thread 0 has it. The block has whole warps, and all its threads call this.
__device__ inline float block_sum(float x) {
  __shared__ float of_warp[32];
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  x = warp_sum(x);
  __syncthreads();  // of_warp may still be read for the sum before
  if (lane == 0) of_warp[warp] = x;
  __syncthreads();
  if (warp == 0) x = warp_sum(lane < blockDim.x / 32 ? of_warp[lane] : 0);
  return x;
}

// One block adds up the sums of all blocks.
__global__ void reduction_last(float* sum, const float* partials, int n_partials) {
  float mine = 0;
  for (int i = threadIdx.x; i < n_partials; i += blockDim.x) mine += partials[i];
  const float all = block_sum(mine);
  if (threadIdx.x == 0) *sum = all;
}
