// A fault lasts until its process ends, so each runs in its own.
#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>

#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

class FaultOnGpu : public GpuTest {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  /// Launches f of `source`, prints how the point ends, and exits with 0 if the backend became unusable.
  [[noreturn]] void fault(const std::string& source) {
    const auto module = compile(source, {"f"});
    const auto x = upload(std::vector<int>{0});
    Work work;
    work.prepare = {launch_of(*module, "f", {DevicePointer{}}, {1}, {32})};
    work.launches = {launch_of(*module, "f", {DevicePointer{x.get()}}, {2}, {64})};
    const bool usable_before = backend_->usable();
    std::fprintf(stderr, "%s\n", end_of(work).c_str());
    std::_Exit(usable_before && !backend_->usable() ? 0 : 1);
  }
};

TEST_F(FaultOnGpu, AnIllegalAddressNamesTheLaunchWhatCudaSaidAndTheUsualCause) {
  EXPECT_EXIT(fault("__global__ void f(int* x) { if (x) x[1ll << 40] = 1; }"), ::testing::ExitedWithCode(0),
              "launch_failed: launch 2 of 2, f with 2 blocks of 64 threads ended with cudaErrorIllegalAddress: an "
              "illegal memory access was encountered; usually an index outside a buffer, an invalid pointer, or "
              "recursion deeper than the stack");
}

TEST_F(FaultOnGpu, AMisalignedAddressNamesTheUsualCause) {
  EXPECT_EXIT(fault("__global__ void f(char* x) { if (x) *(int*)(x + 1) = 1; }"), ::testing::ExitedWithCode(0),
              "launch_failed: launch 2 of 2, f .* ended with cudaErrorMisalignedAddress: misaligned address; usually a "
              "vector access");
}

TEST_F(FaultOnGpu, ATrapIsSaidToBeOne) {
  EXPECT_EXIT(fault("__global__ void f(int* x) { if (x) __trap(); }"), ::testing::ExitedWithCode(0),
              "launch_failed: launch 2 of 2, f .*; usually __trap\\(\\)");
}

TEST_F(FaultOnGpu, AFalseAssertionPrintsItsText) {
  EXPECT_EXIT(fault("__global__ void f(int* x) { assert(!x || x[0] == 1); }"), ::testing::ExitedWithCode(0),
              "x\\[0\\] == 1(.|\n)*launch_failed: launch 2 of 2, f .*; an assert\\(\\) in the kernel failed");
}

// The launch passes its check; the next call notices the fault.
TEST_F(FaultOnGpu, AFaultWhileTimingEndsThePointAndNotTheRun) {
  EXPECT_EXIT(
      {
        const auto module = compile("__global__ void f(int* x) { if (++x[0] == 3) x[1ll << 40] = 1; }", {"f"});
        const auto x = upload(std::vector<int>{0});
        Work work;
        work.launches = {launch_of(*module, "f", {DevicePointer{x.get()}})};
        std::fprintf(stderr, "first: %s\n", end_of(work).c_str());
        try {
          backend_->time(work, Cache::warm, 100);
        } catch (const PointFailure& end) {
          std::fprintf(stderr, "%s\n", end.what());
        }
        std::_Exit(backend_->usable() ? 1 : 0);
      },
      ::testing::ExitedWithCode(0), "first: ok\n.*(the timed launches of f|noticed while).*cudaErrorIllegalAddress");
}

}  // namespace
}  // namespace warpledger
