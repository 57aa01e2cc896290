// Rung 2. One weight a turn of a grid-stride loop: a warp's requests are whole lines, and no byte moves twice.
//
// What limits it: latency. Each thread waits for its two 4-byte loads before it asks for more; the more warps, the more
// of it is covered, but on an H200 not all of it by as many as an SM can hold.
// The next rung: 16 bytes a load.
__global__ void sgd_coalesced(float* __restrict__ weights, const float* __restrict__ gradient, int n,
                              float learning_rate) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    weights[i] -= learning_rate * gradient[i];
}
