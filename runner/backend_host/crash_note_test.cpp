#include "backend_host/grid_runner.h"
#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

class CrashNoteTest : public KernelTest {
 protected:
  void SetUp() override { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

TEST_F(CrashNoteTest, AStackOverflowEndsTheProcessAndIsToldFromABadAddress) {
  const std::string source = R"(
__device__ __noinline__ int deep(volatile int* data, int n) {
  volatile int local[256];
  local[n % 256] = data[0];
  return n == 0 ? local[0] : deep(data, n - 1) + local[n % 256];
}
__global__ void overflow(int* data) { data[0] = deep(data, 100000); }
)";
  EXPECT_EXIT(
      run(source, "overflow", std::vector<int>(1), {}, {}), testing::KilledBySignal(SIGSEGV),
      "launch 1 of 1, overflow with 1 block of 1 thread: block \\(0,0,0\\), thread \\(0,0,0\\): stack overflow");
}

TEST_F(CrashNoteTest, ABadAddressNamesLaunchBlockAndThread) {
  const std::string source = R"(
__global__ void wild(int* data) {
  if (blockIdx.x == 2) __syncthreads();
  if (blockIdx.x == 2 && threadIdx.y == 3) data[1LL << 40] = 1;
})";
  EXPECT_EXIT(run(source, "wild", std::vector<int>(1), {.x = 4}, {.x = 1, .y = 4}), testing::KilledBySignal(SIGSEGV),
              "launch 1 of 1, wild with 4 blocks of 1 x 4 threads: block \\(2,0,0\\), thread \\(0,3,0\\): "
              "invalid memory access");
}

TEST_F(CrashNoteTest, ADivisionByZeroIsSaidToBeOne) {
  const std::string source = "__global__ void divide(int* data) { data[0] = data[1] / data[0]; }";
  EXPECT_EXIT(run(source, "divide", std::vector<int>{0, 5}, {}, {}), testing::KilledBySignal(SIGFPE),
              "divide .*: integer division by zero");
}

}  // namespace
}  // namespace warpledger
