// The same on Hopper's own instructions: a warp group (4 warps) multiplies 64 x 16 by 16 x 256 elements in shared
// memory, and the products with the opposite factor subtract again what was added. Factors are small whole numbers that
// are not all alike, as in tensor_peak.
//
// What limits it: the tensor cores, from two warp groups per SM on.
#include "warp_group.h"

constexpr int kUnit = 16, kBox = 64, kGroupThreads = 128;  // kBox: elements in a row of 128 bytes
constexpr int kSums = 128, kTile = kSums * kGroupThreads;  // of a thread, of a warp group

struct Factors {
  alignas(1024) __half a[kBox][kBox];
  alignas(1024) __half minus_a[kBox][kBox];
  alignas(1024) __half b[256 / kBox][kBox][kBox];
};

__device__ inline void fill(Factors& factors) {
  for (int i = threadIdx.x; i < kBox * kBox; i += blockDim.x) {
    const float a = i * 7 % 9 - 4;
    factors.a[i / kBox][i % kBox] = __float2half(a);
    factors.minus_a[i / kBox][i % kBox] = __float2half(-a);
  }
  for (int i = threadIdx.x; i < 256 * kBox; i += blockDim.x)
    factors.b[i / (kBox * kBox)][i / kBox % kBox][i % kBox] = __float2half(i * 5 % 7 - 3);
  asm volatile("fence.proxy.async;" ::: "memory");  // the tensor cores read shared memory by another way than stores take
  __syncthreads();
}

__global__ void tensor_peak_warp_groups(float* __restrict__ out, const float* __restrict__ in, int n, int steps) {
  extern __shared__ __align__(1024) unsigned char memory[];
  Factors& factors = *reinterpret_cast<Factors*>(memory);
  fill(factors);
  const int groups = blockDim.x / kGroupThreads * gridDim.x, thread = threadIdx.x % kGroupThreads;
  for (int tile = (threadIdx.x + blockIdx.x * blockDim.x) / kGroupThreads; tile < n / kTile; tile += groups) {
    float sums[kSums] = {};
    for (int s = 0; s < steps; s++) {
      const int depth = s % (kBox / kUnit) * kUnit;
      const unsigned long long b = factor(&factors.b[0][depth][0], sizeof factors.b[0]);
      products_begin();
      multiply(sums, factor(&factors.a[0][depth], 16), b, true);
      multiply(sums, factor(&factors.minus_a[0][depth], 16), b, true);
      products_commit();
      products_wait<1>();
    }
    products_wait<0>();
#pragma unroll
    for (int j = 0; j < kSums; j++) {
      const int i = tile * kTile + j * kGroupThreads + thread;
      out[i] = in[i] + sums[j];
    }
  }
}
