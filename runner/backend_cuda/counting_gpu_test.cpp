#include <gmock/gmock.h>

#include <chrono>
#include <cstdio>

#include "backend_cuda/gpu_fixture.h"

namespace warpledger {
namespace {

constexpr int kElements = 1 << 20;

const std::vector<MetricRequest> kRequests = {
    {"loads", "request", "", {{"smsp__inst_executed_op_global_ld.sum"}}},
    {"stores", "request", "", {{"smsp__inst_executed_op_global_st.sum"}}},
    {"conflicts",
     "conflict",
     "",
     {{"l1tex__data_bank_conflicts_pipe_lsu_mem_global.sum"}, {"l1tex__data_bank_conflicts_pipe_lsu_mem_gds.sum"}}},
    {"l2_read_bytes", "byte", "", {{"lts__t_sectors_srcunit_tex_op_read.sum", 32}}},
    {"l2_write_bytes", "byte", "", {{"lts__t_sectors_srcunit_tex_op_write.sum", 32}}},
    {"dram_bytes", "byte", "", {{"dram__bytes.sum"}}},
    {"instructions", "instruction", "", {{"smsp__inst_executed.sum"}}},
    {"no_such", "", "", {{"smsp__no_such_thing.sum"}, {"nor_this.sum"}}}};

class CountingOnGpu : public GpuTest {
 protected:
  CountingOnGpu() {
    module_ = compile(
        "__global__ void copy(float* to, const float* from) { int i = blockIdx.x * blockDim.x + "
        "threadIdx.x; to[i] = from[i]; } __global__ void add(int* x) { *x += 1; }",
        {"copy", "add"});
    from_ = upload(std::vector<float>(kElements, 1));
    to_ = upload(std::vector<float>(kElements, 0));
    copy_.launches = {
        launch_of(*module_, "copy", {DevicePointer{to_.get()}, DevicePointer{from_.get()}}, {kElements / 256}, {256})};
  }

  std::vector<Metric> count_copy(Cache cache) { return backend_->collect({&copy_, 1}, cache, kRequests).at(0); }

  std::unique_ptr<Module> module_;
  std::unique_ptr<Memory> from_;
  std::unique_ptr<Memory> to_;
  Work copy_;
};

TEST_F(CountingOnGpu, ACoalescedCopyHasOneRequestAWarpAndItsOwnBytes) {
  const std::vector<Metric> metrics = count_copy(Cache::warm);
  for (const Metric& metric : metrics)
    std::printf("%s = %g %s\n", metric.name.c_str(), metric.value.value_or(-1), metric.reason.c_str());
  EXPECT_EQ(metrics.at(0).value, kElements / 32);
  EXPECT_EQ(metrics.at(1).value, kElements / 32);
  EXPECT_TRUE(metrics.at(2).value);
  EXPECT_NEAR(metrics.at(3).value.value(), 4 * kElements, 0.01 * 4 * kElements);
  EXPECT_NEAR(metrics.at(4).value.value(), 4 * kElements, 0.01 * 4 * kElements);
  EXPECT_EQ(metrics.at(0).source, "cupti");
}

TEST_F(CountingOnGpu, AMetricThatTheChipLacksHasAReasonAndCostsNoOther) {
  const std::vector<Metric> metrics = count_copy(Cache::warm);
  ASSERT_EQ(metrics.size(), kRequests.size());
  EXPECT_FALSE(metrics.at(7).value);
  EXPECT_EQ(metrics.at(7).reason, backend_->describe().chip + " has none of: smsp__no_such_thing.sum, nor_this.sum");
  EXPECT_TRUE(metrics.at(6).value);
}

TEST_F(CountingOnGpu, WhatIsAnnouncedIsCountedAlsoBesideOtherMetrics) {
  backend_->get_ready_to_collect(kRequests);
  backend_->get_ready_to_collect(std::span(kRequests).first(1));
  EXPECT_EQ(count_copy(Cache::warm).at(0).value, kElements / 32);
  EXPECT_EQ(backend_->collect({&copy_, 1}, Cache::warm, std::span(kRequests).first(2)).at(0).at(1).value,
            kElements / 32);
}

TEST_F(CountingOnGpu, OnlyAColdCopyReadsItsInputFromDeviceMemory) {
  EXPECT_GT(count_copy(Cache::cold).at(5).value.value(), 4 * kElements);
  EXPECT_LT(count_copy(Cache::warm).at(5).value.value(), 4 * kElements);
}

TEST_F(CountingOnGpu, InoutBuffersAreRestoredBeforeEachPass) {
  const auto first = upload(std::vector<int>{10});
  const auto x = upload(std::vector<int>{0});
  Work work;
  work.restores = {{{x.get()}, {first.get()}, 4}};
  work.launches = {launch_of(*module_, "add", {DevicePointer{x.get()}})};
  const std::vector<Metric> metrics = backend_->collect({&work, 1}, Cache::warm, kRequests).at(0);
  EXPECT_EQ(metrics.at(0).value, 1);
  EXPECT_EQ(download<int>(*x).front(), 11);
}

TEST_F(CountingOnGpu, AWorkThatACheapCounterLeavesSomethingOutOfIsCountedAgain) {
  const std::vector<MetricRequest> requests = {
      {"instructions", "instruction", "", {{"smsp__inst_executed.sum"}}},
      {"loads",
       "request",
       "",
       {{"smsp__inst_executed.sum", 0, {"smsp__inst_executed_op_shared_atom.sum"}},
        {"smsp__inst_executed_op_global_ld.sum"}}}};
  const auto module = compile(
      "__global__ void bump(float* to, const float* from) { __shared__ int x; if (threadIdx.x == 0) x = 0; "
      "__syncthreads(); atomicAdd(&x, 1); __syncthreads(); to[threadIdx.x] = from[threadIdx.x] + x; }",
      {"bump"});
  Work bump;
  bump.launches = {launch_of(*module, "bump", {DevicePointer{to_.get()}, DevicePointer{from_.get()}}, {1}, {256})};
  const std::vector<Work> works = {copy_, bump};
  const auto counts = backend_->collect(works, Cache::warm, requests);
  EXPECT_EQ(counts.at(0).at(1).value, 0);  // no atomics: supplied by the conditional counter
  EXPECT_EQ(counts.at(1).at(1).value, 256 / 32);
  EXPECT_GT(counts.at(1).at(0).value.value(), 256 / 32);
}

TEST_F(CountingOnGpu, EachWorkOfASessionGetsItsOwnCounts) {
  std::vector<Work> works(240, copy_);
  for (std::size_t i = 0; i < works.size(); ++i) works[i].launches[0].grid.x = static_cast<std::uint32_t>(i + 1);
  for (const char* call : {"first", "second"}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto counts = backend_->collect(works, Cache::warm, std::span(kRequests).first(7));
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf("%s call: 240 works, 7 metrics: %.0f ms\n", call, took.count());
    ASSERT_EQ(counts.size(), works.size());
    for (std::size_t i = 0; i < works.size(); ++i) EXPECT_EQ(counts[i].at(0).value, 8 * (i + 1)) << i;
  }
}

TEST_F(CountingOnGpu, MoreWorksThanAPassHasRoomForAreCountedInSeveral) {
  std::vector<Work> works(1100, copy_);
  for (std::size_t i = 0; i < works.size(); ++i) works[i].launches[0].grid.x = static_cast<std::uint32_t>(i % 7 + 1);
  const auto counts = backend_->collect(works, Cache::warm, std::span(kRequests).first(1));
  ASSERT_EQ(counts.size(), works.size());
  for (std::size_t i = 0; i < works.size(); ++i) EXPECT_EQ(counts[i].at(0).value, 8 * (i % 7 + 1)) << i;
}

TEST_F(CountingOnGpu, NothingToCountIsNoError) {
  EXPECT_TRUE(backend_->collect({}, Cache::warm, kRequests).empty());
  EXPECT_TRUE(backend_->collect({&copy_, 1}, Cache::warm, {}).at(0).empty());
}

}  // namespace
}  // namespace warpledger
