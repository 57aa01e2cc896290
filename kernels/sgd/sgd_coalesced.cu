// Variant 2. One weight per turn of a grid-stride loop: a warp's requests are whole lines, and no byte moves twice.
//
// What limits it: latency. Each thread waits for its two 4-byte loads before it asks for more; more warps hide more of
// the latency, but on an H200 even as many as an SM can hold do not hide all of it.
// Next variant: 16 bytes per load.
__global__ void sgd_coalesced(float* __restrict__ weights, const float* __restrict__ gradient, int n,
                              float learning_rate) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
    weights[i] -= learning_rate * gradient[i];
}
