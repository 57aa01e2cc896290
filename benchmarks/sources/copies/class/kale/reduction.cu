#define WARP 32
#define FULL_MASK 0xFFFFFFFF

__inline__ __device__ float warpReduceSum(float val) {
  for (int offset = WARP / 2; offset > 0; offset /= 2)
    val += __shfl_down_sync(FULL_MASK, val, offset);
  return val;
}

__inline__ __device__ float blockReduceSum(float val) {
  static __shared__ float shared[WARP];
  int lane = threadIdx.x % WARP;
  int wid = threadIdx.x / WARP;
  val = warpReduceSum(val);
  if (lane == 0) shared[wid] = val;
  __syncthreads();
  val = (threadIdx.x < blockDim.x / WARP) ? shared[lane] : 0;
  if (wid == 0) val = warpReduceSum(val);
  return val;
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    sum += in[i];
  }
  sum = blockReduceSum(sum);
  if (threadIdx.x == 0) atomicAdd(total, sum);
}
