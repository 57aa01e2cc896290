#include "backend_host/launch_model.h"

#include "backend_host/trace_fixture.h"
#include "base/error.h"

namespace warpledger {
namespace {

/// Each lane of block b loads `turns` times, a function of b; `wait` may be a barrier.
std::string loop_of(const std::string& turns, const std::string& wait = "") {
  return "__global__ void f(int* a) {\n  int sum = 0;\n  const unsigned b = blockIdx.x, turns = " + turns +
         ";\n  for (unsigned i = 0; i < turns; ++i) sum += a[(i * 32 + threadIdx.x) & 1023];\n  " + wait +
         "\n  if (sum == -1) *a = sum;\n}";
}

class LaunchModelTest : public TraceTest {
 protected:
  /// Launches "f" with blocks of one warp.
  LaunchModel model(const std::string& source, std::uint32_t blocks, std::uint32_t shared_bytes = 0) {
    void* pointer = buffer(std::vector<int>(1 << 15));
    const HostModule& module = compile({{"kernels/probe.cu", source}, {}}, "f");
    const GridLaunch launch = {&module, &module.kernel("f"), {&pointer}, {.x = blocks}, {.x = 32}, shared_bytes, "f"};
    return model_launch(launch, pool_.allocations(), profile_, module, "f");
  }

  void of_sms(std::int64_t count) { profile_.facts["sm_count"] = count; }

  Profile profile_ = load_profile({WARPLEDGER_SOURCE_DIR}, "rtx4090");
};

double loads_of(const LaunchModel& model) {
  return static_cast<double>(model.counts.accesses.of(Space::global, AccessKind::load).requests);
}

TEST_F(LaunchModelTest, AllBlocksAreTracedWhenTheyAreFew) {
  of_sms(8);
  const LaunchModel few = model(loop_of("1 + b"), 3);
  EXPECT_TRUE(few.sampling.whole_grid);
  EXPECT_EQ(few.sampled_sms, 3);
  EXPECT_EQ(few.sampling.scale, 1);
  EXPECT_EQ(few.sampling.scale_lower, 1);
  EXPECT_EQ(few.sampling.scale_upper, 1);
  EXPECT_FALSE(few.sampling.divergent);
  EXPECT_EQ(loads_of(few), 1 + 2 + 3);

  const LaunchModel more = model(loop_of("1 + b"), 20);
  EXPECT_TRUE(more.sampling.whole_grid);
  EXPECT_EQ(more.sampled_sms, 8);
  EXPECT_EQ(loads_of(more), 210);
}

TEST_F(LaunchModelTest, SomeSmsAreScaledByWhatTheFirstLanesOfAllWarpsDo) {
  of_sms(8);
  const LaunchModel some = model(loop_of("20000 * (1 + b)"), 16);
  EXPECT_FALSE(some.sampling.whole_grid);
  EXPECT_EQ(some.sampled_sms, 2);
  EXPECT_DOUBLE_EQ(loads_of(some) * some.sampling.scale, 20000 * 136);
  EXPECT_DOUBLE_EQ(some.sampling.scale_lower, 0.998 * some.sampling.scale);
  EXPECT_DOUBLE_EQ(some.sampling.scale_upper, 1.002 * some.sampling.scale);
}

TEST_F(LaunchModelTest, WhereLanesWaitForEachOtherSmsAreScaledByTheirBlocks) {
  of_sms(8);
  const LaunchModel some = model(loop_of("20000 * (1 + b)", "__syncthreads();"), 16);
  EXPECT_FALSE(some.sampling.whole_grid);
  EXPECT_EQ(some.sampled_sms, 2);
  EXPECT_EQ(some.sampling.scale, 4);
  // SM s runs blocks s and s + 8, which do 20000 * (s + 5) loads on average.
  const double least = loads_of(some) * some.sampling.scale_lower / 16 / 20000;
  const double most = loads_of(some) * some.sampling.scale_upper / 16 / 20000;
  EXPECT_LT(least, most);
  EXPECT_NEAR(least, std::round(least), 1e-9);
  EXPECT_NEAR(2 * (least + most), loads_of(some) / 20000, 1e-9);
}

TEST_F(LaunchModelTest, TooManyBlocksToAskAreScaledByTheirNumber) {
  of_sms(4);
  const LaunchModel some = model(loop_of("70 + 10 * (b % 4)"), 10004);
  EXPECT_EQ(some.sampled_sms, 2);
  EXPECT_EQ(some.sampling.scale, 2);
  EXPECT_LT(some.sampling.scale_lower, some.sampling.scale_upper);
}

TEST_F(LaunchModelTest, ShufflesCostAsWell) {
  of_sms(8);
  const char* source = R"(
__global__ void f(int* a) {
  int sum = 0;
  for (int i = 0; i < 30000; ++i) sum += __shfl_xor_sync(0xffffffff, sum + i, 1);
  if (sum == -1) *a = sum;
})";
  EXPECT_EQ(model(source, 8).sampled_sms, 2);
}

TEST_F(LaunchModelTest, TheSameSmsAreDrawnEveryTime) {
  of_sms(8);
  const LaunchModel first = model(loop_of("20000 * (1 + b)"), 16), again = model(loop_of("20000 * (1 + b)"), 16);
  EXPECT_EQ(first.sampling.scale, again.sampling.scale);
  EXPECT_EQ(first.counts, again.counts);
}

TEST_F(LaunchModelTest, LanesThatPartAreDivergent) {
  const char* source = R"(
__global__ void f(int* a) {
  if (threadIdx.x % 2 == 0) a[threadIdx.x] = a[threadIdx.x + 100] + 1;
  else a[threadIdx.x + 2000] = 3 * a[threadIdx.x + 3000];
})";
  EXPECT_TRUE(model(source, 2).sampling.divergent);
}

TEST_F(LaunchModelTest, SharedMemoryTakesItsPartOfTheL1) {
  // 64 KiB are read twice. They fit 128 KiB of L1, not the 28 KiB next to 99 KiB of shared memory.
  const char* source = R"(
__global__ void f(int* a) {
  extern __shared__ int tile[];
  int sum = 0;
  for (int i = 0; i < 1024; ++i) sum += a[(i % 512) * 32 + threadIdx.x];
  tile[threadIdx.x] = sum;
  __syncthreads();
  a[20000 + threadIdx.x] = tile[threadIdx.x ^ 1];
})";
  EXPECT_EQ(model(source, 1, 1024).counts.l1_read_sectors, 512 * 4u);
  EXPECT_GT(model(source, 1, 99 << 10).counts.l1_read_sectors, 2 * 512 * 3u);
}

TEST_F(LaunchModelTest, WithoutMachineCodeInstructionsAreAbsent) {
  const LaunchModel one = model(loop_of("1"), 1);
  EXPECT_EQ(one.instructions, std::nullopt);
  EXPECT_EQ(one.no_instructions, "host backend: no GPU code: no compiler for it is available");
}

TEST_F(LaunchModelTest, ABlockThatFailsEndsThePoint) {
  const char* source = "__global__ void f(int* a) { assert(blockIdx.x != 5); *a = 1; }";
  try {
    model(source, 300);
    ADD_FAILURE() << "should fail";
  } catch (const PointFailure& end) {
    EXPECT_EQ(end.outcome(), Outcome::launch_failed);
    EXPECT_THAT(end.what(), testing::HasSubstr("block (5,0,0)"));
  }
}

TEST_F(LaunchModelTest, AProfileWithoutAModelIsRefused) {
  profile_.memory_model.reset();
  try {
    model(loop_of("1"), 1);
    ADD_FAILURE() << "should be refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.problem(), "the profile 'rtx4090' has no memory model");
    EXPECT_EQ(error.hint(), "see docs/write-a-device-profile.md");
  }
}

}  // namespace
}  // namespace warpledger
