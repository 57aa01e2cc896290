// recursion at compile time
__device__ float gather(const float* from, int length) {
  float res = 0;
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p < length; p += blockDim.x * gridDim.x) res += from[p];
  return res;
}

template <int Half>
struct Fold {
  static __device__ void run(float* mem, int id) {
    if (id < Half && id + Half < static_cast<int>(blockDim.x)) mem[id] += mem[id + Half];
    __syncthreads();
    Fold<Half / 2>::run(mem, id);
  }
};

template <>
struct Fold<0> {
  static __device__ void run(float*, int) {}
};

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float box[1024];
  const int id = threadIdx.x;
  box[id] = gather(in, n);
  __syncthreads();
  Fold<512>::run(box, id);
  if (id == 0) atomicAdd(total, box[0]);
}
