namespace {

constexpr unsigned kAll = 0xffffffffu;

// Adds `value` over the lanes of a warp; lane 0 has the result.
__device__ float reduce_warp(float value) {
  for (int offset = warpSize / 2; offset > 0; offset >>= 1)
    value += __shfl_down_sync(kAll, value, offset);
  return value;
}

}  // namespace

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float per_warp[32];
  const auto lane = threadIdx.x & 31u;
  const auto warp = threadIdx.x >> 5;
  const auto load = [&](int at) { return at < n ? in[at] : 0.f; };

  float mine = 0.f;
  const int grid = gridDim.x * blockDim.x;
  for (int base = blockIdx.x * blockDim.x; base < n; base += grid) mine += load(base + threadIdx.x);

  mine = reduce_warp(mine);
  if (lane == 0) per_warp[warp] = mine;
  __syncthreads();
  if (warp != 0) return;
  const float rest = reduce_warp(lane < blockDim.x / 32 ? per_warp[lane] : 0.f);
  if (lane == 0) atomicAdd(total, rest);
}
