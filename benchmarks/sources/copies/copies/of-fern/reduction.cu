// I used error compensation.
class Precise {
 public:
  __device__ Precise() : carry(0.0f), value(0.0f) {}
  __device__ void put(float next) {
    const float fixed = next - carry;
    const float grown = value + fixed;
    carry = (grown - value) - fixed;
    value = grown;
  }
  float carry, value;
};

__global__ void reduction_atomics(float* __restrict__ total, const float* __restrict__ in, int n) {
  __shared__ float table[1024];
  const int me = threadIdx.x;
  Precise p;
  const long long hop = (long long)blockDim.x * gridDim.x;
  for (long long at = (long long)blockIdx.x * blockDim.x + me; at < n; at += hop) p.put(in[at]);
  table[me] = p.value;
  __syncthreads();
  if (me % 32 == 0) {
    Precise q;
    for (int c = 0; c < 32; ++c) q.put(table[me + c]);
    table[me] = q.value;
  }
  __syncthreads();
  if (me == 0) {
    Precise r;
    for (int c = 0; c < blockDim.x; c += 32) r.put(table[c]);
    atomicAdd(total, r.value);
  }
}
