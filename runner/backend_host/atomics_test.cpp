#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

class AtomicsTest : public KernelTest {};

TEST_F(AtomicsTest, LosesNoUpdateFromManyBlocks) {
  const std::string source = R"(
__global__ void update(int* data) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  atomicAdd(&data[0], 1);
  atomicSub(&data[1], 2);
  atomicMax(&data[2], i);
  atomicMin(&data[3], -i);
  atomicXor(&data[4], 1 << i % 31);
  atomicOr(&data[5], 1 << i % 31);
  atomicAdd(reinterpret_cast<float*>(&data[6]), 0.5f);
  atomicInc(reinterpret_cast<unsigned*>(&data[7]), 9);
  for (int old = data[8];;) {
    const int seen = atomicCAS(&data[8], old, old + 3);
    if (seen == old) break;
    old = seen;
  }
})";
  const auto result = run(source, "update", std::vector<int>(9), {.x = 400}, {.x = 128});
  constexpr int kThreads = 400 * 128;
  int parity = 0;
  for (int i = 0; i < kThreads; ++i) parity ^= 1 << i % 31;
  float halves = 0;
  std::memcpy(&halves, &result[6], sizeof halves);
  EXPECT_EQ(result[0], kThreads);
  EXPECT_EQ(result[1], -2 * kThreads);
  EXPECT_EQ(result[2], kThreads - 1);
  EXPECT_EQ(result[3], 1 - kThreads);
  EXPECT_EQ(result[4], parity);
  EXPECT_EQ(result[5], 0x7fffffff);
  EXPECT_EQ(halves, kThreads / 2.0f);
  EXPECT_EQ(result[7], kThreads % 10);
  EXPECT_EQ(result[8], 3 * kThreads);
}

TEST_F(AtomicsTest, CountsInSharedMemoryAndInEightBytes) {
  const std::string source = R"(
__global__ void histogram(unsigned long long* data) {
  __shared__ unsigned counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&counts[threadIdx.x % 4], 1u);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&data[threadIdx.x], counts[threadIdx.x] * 10000000000ull);
})";
  EXPECT_EQ(run(source, "histogram", std::vector<unsigned long long>(4), {.x = 50}, {.x = 256}),
            std::vector<unsigned long long>(4, 50ull * 64 * 10000000000ull));
}

TEST_F(AtomicsTest, AddsToDoubles) {
  const std::string source = "__global__ void add(double* data) { atomicAdd(data, 0.25); }";
  EXPECT_EQ(run(source, "add", std::vector<double>{1}, {.x = 40}, {.x = 100}), std::vector<double>{1001});
}

}  // namespace
}  // namespace warpledger
