// The tree is written by the compiler: one step per template.
template <int Stride>
struct Tree {
  static __device__ void climb(float* s, int t) {
    if (t < Stride && t + Stride < static_cast<int>(blockDim.x)) s[t] += s[t + Stride];
    __syncthreads();
    Tree<Stride / 2>::climb(s, t);
  }
};

template <>
struct Tree<0> {
  static __device__ void climb(float*, int) {}
};

__device__ float strided_sum(const float* data, int count) {
  float result = 0;
  int position = blockIdx.x * blockDim.x + threadIdx.x;
  while (position < count) {
    result += data[position];
    position += blockDim.x * gridDim.x;
  }
  return result;
}

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float scratch[1024];
  scratch[threadIdx.x] = strided_sum(in, n);
  __syncthreads();
  Tree<512>::climb(scratch, threadIdx.x);
  if (threadIdx.x == 0) atomicAdd(total, scratch[0]);
}
