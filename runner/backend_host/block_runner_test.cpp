#include "backend_host/block_runner.h"

#include <numeric>

#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

class BlockRunnerTest : public KernelTest {};

TEST_F(BlockRunnerTest, ReducesABlockInStaticSharedMemory) {
  const std::string source = R"(
__global__ void sum(int* data) {
  __shared__ int part[256];
  const int t = threadIdx.x;
  part[t] = data[blockIdx.x * blockDim.x + t];
  for (int n = blockDim.x / 2; n > 0; n /= 2) {
    __syncthreads();
    if (t < n) part[t] += part[t + n];
  }
  if (t == 0) data[blockIdx.x * blockDim.x] = part[0];
})";
  std::vector<int> data(std::size_t{7} * 256);
  std::iota(data.begin(), data.end(), 0);
  const auto result = run(source, "sum", data, {.x = 7}, {.x = 256});
  for (std::size_t block = 0; block < 7; ++block) EXPECT_EQ(result[block * 256], 65536 * block + 32640);
}

TEST_F(BlockRunnerTest, GivesAllNamesOfDynamicSharedMemoryTheSameBytes) {
  const std::string source = R"(
extern __shared__ float words[];
__device__ void put(int t) { words[t] = 1.0f + t; }
__global__ void alias(unsigned* data) {
  extern __shared__ unsigned bits[];
  put(threadIdx.x);
  __syncthreads();
  data[threadIdx.x] = bits[blockDim.x - 1 - threadIdx.x];
})";
  const auto result = run(source, "alias", std::vector<unsigned>(2), {}, {.x = 2}, 2 * sizeof(float));
  EXPECT_EQ(result, (std::vector<unsigned>{0x40000000u, 0x3f800000u}));
}

TEST_F(BlockRunnerTest, FillsSharedMemoryWithOnesForEachBlock) {
  const std::string source = R"(
extern __shared__ float dynamic[];
__global__ void stale(float* data) {
  __shared__ float fixed;
  data[blockIdx.x] = isnan(fixed) && isnan(dynamic[15]) ? 1 : 0;
  fixed = dynamic[15] = 0;
})";
  EXPECT_EQ(run(source, "stale", std::vector<float>(64), {.x = 64}, {}, 64), std::vector<float>(64, 1.0f));
}

TEST_F(BlockRunnerTest, ABlockThatWritesPastItsDynamicSharedMemoryEndsTheLaunch) {
  const std::string source = R"(
extern __shared__ float dynamic[];
__global__ void past(float* data) {
  dynamic[threadIdx.x] = 1;
  __syncthreads();
  data[threadIdx.x] = dynamic[threadIdx.x];
})";
  const std::vector<float> data(4);
  EXPECT_EQ(run(source, "past", data, {}, {.x = 4}, 4 * sizeof(float)), std::vector<float>(4, 1.0f));
  EXPECT_THAT(failure_of(Outcome::launch_failed, source, "past", data, {}, {.x = 4}, 3 * sizeof(float)),
              testing::HasSubstr("block (0,0,0) wrote up to 4 bytes past the end of its 12 bytes of dynamic shared "
                                 "memory; is `shared_bytes` too small?"));
  EXPECT_THAT(failure_of(Outcome::launch_failed, source, "past", data, {}, {.x = 4}, 0),
              testing::HasSubstr("up to 16 bytes past the end of its 0 bytes of dynamic shared memory"));
}

TEST_F(BlockRunnerTest, DoesNotWaitAtABarrierForThreadsThatHaveExited) {
  const std::string source = R"(
__global__ void early(int* data) {
  if (threadIdx.x % 3 == 0) return;
  const int here = __syncthreads_count(1);
  if (threadIdx.x % 3 == 1) return;
  data[threadIdx.x] = here * 1000 + __syncthreads_count(threadIdx.x < 50);
})";
  const auto result = run(source, "early", std::vector<int>(96), {}, {.x = 96});
  for (int t = 0; t < 96; ++t) EXPECT_EQ(result[t], t % 3 == 2 ? 64 * 1000 + 16 : 0) << t;
}

TEST_F(BlockRunnerTest, VotesAtBarriers) {
  const std::string source = R"(
__global__ void vote(int* data) {
  const int t = threadIdx.x;
  int bits = 0;
  if (__syncthreads_and(t >= 0)) bits |= 1;
  if (__syncthreads_and(t != 77)) bits |= 2;
  if (__syncthreads_or(t == 77)) bits |= 4;
  if (__syncthreads_or(t < 0)) bits |= 8;
  data[t] = bits;
})";
  EXPECT_EQ(run(source, "vote", std::vector<int>(100), {}, {.x = 100}), std::vector<int>(100, 1 | 4));
}

TEST_F(BlockRunnerTest, NumbersThreadsAndBlocksInThreeDimensions) {
  const std::string source = R"(
__global__ void number(int* data) {
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  __syncthreads();
  const int lane = __shfl_sync(~0u, thread, 5) - 5;  // the first thread of the warp
  data[block * 105 + thread] = block * 1000 + lane;
})";
  const auto result = run(source, "number", std::vector<int>(std::size_t{105} * 24), {2, 3, 4}, {3, 5, 7});
  for (int i = 0; i < 96; ++i) EXPECT_EQ(result[105 * 23 + i], 23 * 1000 + i / 32 * 32);
}

TEST_F(BlockRunnerTest, RunsFullBlocksThroughManyBarriers) {
  const std::string source = R"(
__global__ void turn(int* data) {
  __shared__ int ring[1024];
  ring[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < 100; ++i) {
    __syncthreads();
    const int next = ring[(threadIdx.x + 1) % 1024];
    __syncthreads();
    ring[threadIdx.x] = next;
  }
  data[blockIdx.x * 1024 + threadIdx.x] = ring[threadIdx.x];
})";
  const auto result = run(source, "turn", std::vector<int>(std::size_t{4} * 1024), {.x = 4}, {.x = 1024});
  for (int i = 0; i < 4096; ++i) ASSERT_EQ(result[i], (i + 100) % 1024);
}

TEST_F(BlockRunnerTest, ReportsADeadlockWithWhoWaitsWhere) {
  const std::string source = R"(
__global__ void stuck(int* data) {
  if (threadIdx.x < 40) __syncthreads();
  else data[threadIdx.x] = __shfl_xor_sync(~0u, 1, 16);
})";
  EXPECT_THAT(failure_of(Outcome::launch_failed, source, "stuck", std::vector<int>(64), {}, {.x = 64}),
              testing::StartsWith("launch 1 of 1, stuck with 1 block of 64 threads: deadlock in block (0,0,0): 40 of "
                                  "its 64 threads wait at __syncthreads and 24 in warp operations, "));
}

TEST_F(BlockRunnerTest, RunsOnAfterADeadlock) {
  const std::string source = R"(
__global__ void perhaps(int* data) {
  if (data[0] != 0 && threadIdx.x < 16) __syncwarp();
  __syncthreads();
  if (threadIdx.x == 0) data[0] = 5;
})";
  failure_of(Outcome::launch_failed, source, "perhaps", std::vector<int>{1}, {}, {.x = 32});
  EXPECT_EQ(run(source, "perhaps", std::vector<int>{0}, {}, {.x = 32}), std::vector<int>{5});
}

TEST_F(BlockRunnerTest, ReportsAFailedAssertionWithItsPlaceAndThread) {
  const std::string source = R"(
__global__ void asserts(int* data) {
  __syncthreads();
  assert(data[threadIdx.x] < 3);
})";
  EXPECT_EQ(failure_of(Outcome::launch_failed, source, "asserts", std::vector<int>{0, 1, 2, 3}, {}, {.x = 4}),
            "launch 1 of 1, asserts with 1 block of 4 threads: block (0,0,0), thread (3,0,0): kernels/student.cu:4: "
            "assertion failed: data[threadIdx.x] < 3");
}

}  // namespace
}  // namespace warpledger
