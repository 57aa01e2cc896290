// Variant 1. Work is shared out as on a CPU: each thread updates a run of neighbouring weights.
//
// What limits it: the lanes of a warp are a whole run apart, so each request touches 32 lines for 4 bytes of each. What
// is left of a line is loaded later only if the L1 no longer has it; but L1 passes each store on, so that a sector goes
// to L2 eight times, and on an H200 the link between them is near its peak. With more threads still, L2 loses sectors
// as well.
// Next variant: neighbouring threads take neighbouring weights.
__global__ void sgd_chunked(float* __restrict__ weights, const float* __restrict__ gradient, int n,
                            float learning_rate) {
  const int threads = blockDim.x * gridDim.x, thread = threadIdx.x + blockIdx.x * blockDim.x;
  const int own = (n - 1) / threads + 1;
  const long long begin = static_cast<long long>(thread) * own;
  for (long long i = begin; i < begin + own && i < n; i++) weights[i] -= learning_rate * gradient[i];
}
