// A grid-stride loop; each element goes through a chain of dependent multiply-adds x -> x * one + zero. The compiler
// does not know what is passed for ONE and ZERO.
//
// What limits it: few steps, device memory or the L2; many steps, the latency of a multiply-add with few warps and the
// FP32 units with many.
__global__ void spin(float* __restrict__ out, const float* __restrict__ in, int n, int steps, float one, float zero) {
  for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
    float x = in[i];
    for (int s = 0; s < steps; s++) x = x * one + zero;
    out[i] = x;
  }
}
