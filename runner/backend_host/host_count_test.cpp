#include "backend_host/kernel_fixture.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

const MetricRequest kLoads = {
    .name = "loads", .unit = "request", .about = "", .choices = {}, .model = ModelChoice{"global_load_requests", 1}};

/// Kernels with one load and an add, with as many loads as the first value, and with c_turns loads.
constexpr const char* kSource = R"(
__constant__ int c_turns;
__device__ void turn(int* data, int turns) {
  int sum = 0;
  for (int i = 1; i <= turns; ++i) sum += data[i];
  if (sum == -1) data[0] = sum;
}
__global__ void add(int* data) { if (threadIdx.x == 0) *data += 5; }
__global__ void loop(int* data) { turn(data, *data); }
__global__ void constant(int* data) { turn(data, c_turns); })";

class HostCountTest : public KernelTest {
 protected:
  HostCountTest() {
    const std::vector<std::string> functions = {"add", "loop", "constant"};
    module_ = backend_->compile({{"kernels/student.cu", kSource}, {}}, functions);
  }

  BoundLaunch launch(const std::string& function) {
    return {module_.get(), function, {DevicePointer{data_.get()}}, {}, {.x = 32}};
  }

  /// Resets the first element to 0.
  Restore restore() { return {{data_.get(), 0}, {first_.get(), 0}, 4}; }

  Metric loads_of(const Work& work) {
    return backend_->collect(std::vector{work}, Cache::warm, std::vector{kLoads})[0][0];
  }

  std::unique_ptr<Memory> first_ = upload(std::vector<int>{0});
  std::unique_ptr<Memory> data_ = upload(std::vector<int>(64));
  std::unique_ptr<Module> module_;
};

TEST_F(HostCountTest, ALaunchFindsWhatThoseBeforeItWrote) {
  const Work work = {.restores = {restore()}, .launches = {launch("add"), launch("add"), launch("loop")}};
  EXPECT_EQ(loads_of(work).value, 1 + 1 + (1 + 10));
}

TEST_F(HostCountTest, PrepareLaunchesRunAndAreNotCounted) {
  const Work work = {.restores = {restore()}, .prepare = {launch("add")}, .launches = {launch("loop")}};
  EXPECT_EQ(loads_of(work).value, 1 + 5);
}

TEST_F(HostCountTest, BuffersAreRestoredBeforeEachLaunchThatIsTraced) {
  const Work work = {.restores = {restore()}, .launches = {launch("loop"), launch("add")}};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(loads_of(work).value, 1 + 1);
}

TEST_F(HostCountTest, ConstantsAreFilledIn) {
  for (const int turns : {3, 8}) {
    const auto bytes = std::as_bytes(std::span(&turns, 1));
    const Work work = {.constants = {{module_.get(), {"c_turns", {bytes.begin(), bytes.end()}}}},
                       .launches = {launch("constant")}};
    EXPECT_EQ(loads_of(work).value, turns);
  }
}

TEST_F(HostCountTest, WhatEarlierLaunchesLeaveInVariablesIsNotSeenAndThatIsSaid) {
  const auto module = compile("__device__ int d_turns; __global__ void f(int* data) { *data = ++d_turns; }", "f");
  const BoundLaunch once = {module.get(), "f", {DevicePointer{data_.get()}}, {}, {.x = 1}};
  EXPECT_EQ(loads_of({.launches = {once}}).value, 1);
  const char* reason =
      "memory model: earlier launches may have written __device__ variables, which the model does not see";
  EXPECT_EQ(loads_of({.launches = {once, once}}).reason, reason);
  EXPECT_EQ(loads_of({.prepare = {once}, .launches = {once}}).reason, reason);
}

TEST_F(HostCountTest, TwoCountsAreTheSame) {
  std::vector<MetricRequest> requests;
  for (const char* quantity :
       {"global_load_requests", "l1_read_sectors", "l1_written_sectors", "global_bank_conflicts"})
    requests.push_back({.name = quantity, .unit = "", .about = "", .choices = {}, .model = ModelChoice{quantity, 1}});
  const auto module = compile(R"(
__global__ void mix(int* data) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i * 33 % 65536] = data[i * 7 % 65536] + data[i % 1000] + data[i * 32 % 65536];
})",
                              "mix");
  const auto data = upload(std::vector<int>(65536));
  const Work work = {.launches = {{module.get(), "mix", {DevicePointer{data.get()}}, {.x = 600}, {.x = 128}}}};
  const auto counted = backend_->collect(std::vector{work, work}, Cache::warm, requests);
  ASSERT_EQ(counted.size(), 2u);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_GT(counted[0][i].value, 0) << requests[i].name;
    EXPECT_EQ(counted[0][i].value, counted[1][i].value) << requests[i].name;
    EXPECT_EQ(counted[0][i].estimate, counted[1][i].estimate) << requests[i].name;
  }
  EXPECT_EQ(counted[0][0].estimate->profile_digest, profile().digest);
}

TEST_F(HostCountTest, APointThatFailsSaysHowAndTheNextIsCounted) {
  const auto module = compile("__global__ void f(int* data) { assert(*data == 1); }", "f");
  const Work fails = {.restores = {restore()},
                      .launches = {{module.get(), "f", {DevicePointer{data_.get()}}, {}, {.x = 32}}}};
  Work refused = {.launches = {launch("add")}};
  refused.launches[0].block.x = 2048;
  const Work good = {.launches = {launch("add")}};
  const auto counted = backend_->collect(std::vector{fails, refused, good}, Cache::warm, std::vector{kLoads});
  EXPECT_EQ(counted[0][0].value, std::nullopt);
  EXPECT_THAT(counted[0][0].reason, HasSubstr("kernels/student.cu:1: assertion failed: *data == 1"));
  EXPECT_EQ(counted[1][0].value, std::nullopt);
  EXPECT_EQ(counted[1][0].reason, "add: 2048 threads in block dimension x exceed the device limit of 1024");
  EXPECT_EQ(counted[2][0].value, 1);
}

TEST_F(HostCountTest, AProfileWithoutAMemoryModelSaysSo) {
  Profile lacking = profile();
  lacking.memory_model.reset();
  const auto backend = make_host_backend(lacking, cache_dir(), {});
  const std::vector<std::string> functions = {"f"};
  const auto module = backend->compile({{"kernels/student.cu", "__global__ void f() {}"}, {}}, functions);
  const Work work = {.launches = {{module.get(), "f", {}, {}, {}}}};
  const Metric metric = backend->collect(std::vector{work}, Cache::warm, std::vector{kLoads})[0][0];
  EXPECT_EQ(metric.value, std::nullopt);
  EXPECT_EQ(metric.source, "model");
  EXPECT_EQ(metric.reason, "the profile 'rtx4090' has no memory model");
}

TEST_F(HostCountTest, WhatIsNotModelledIsAbsentAndSaysWhy) {
  const std::vector<MetricRequest> requests = {{"dram_bytes", "byte", "", {}}, kLoads};
  const auto counted = backend_->collect(std::vector<Work>(2), Cache::warm, requests);
  ASSERT_EQ(counted.size(), 2u);
  EXPECT_EQ(counted[1][0].name, "dram_bytes");
  EXPECT_EQ(counted[1][0].value, std::nullopt);
  EXPECT_EQ(counted[1][0].source, "cupti");
  EXPECT_EQ(counted[1][0].reason,
            "host backend: no hardware counters, and the memory model does not provide this metric");
  EXPECT_EQ(counted[1][1].reason, "memory model: the point has no timed launch");
}

}  // namespace
}  // namespace warpledger
