#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <iostream>

#include "backend_cuda/gpu_fixture.h"
#include "base/subprocess.h"
#include "model/device.h"

namespace warpledger {
namespace {

using HealthOnGpu = GpuTest;

TEST_F(HealthOnGpu, EachFlagHasAValueOrAReason) {
  backend_->health();
  const std::vector<Metric> metrics = metrics_of(backend_->health());
  ASSERT_FALSE(metrics.empty());
  for (const Metric& metric : metrics) {
    EXPECT_NE(metric.value.has_value(), !metric.reason.empty()) << metric.name;
    RecordProperty(metric.name, metric.value ? std::to_string(*metric.value) : metric.reason);
  }
}

TEST_F(HealthOnGpu, AnIdleGpuDoesNotThrottle) {
  backend_->health();
  const Health health = backend_->health();
  if (!health.throttling) GTEST_SKIP() << health.why_no_throttling;
  EXPECT_EQ(*health.throttling, Throttling{});
}

TEST_F(HealthOnGpu, HasTheStateOfTheGpuAtLittleCost) {
  constexpr int kCalls = 50;
  backend_->watch();
  const auto start = std::chrono::steady_clock::now();
  Health health;
  for (int i = 0; i < kCalls; ++i) health = backend_->health();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  std::cout << "health() takes " << taken.count() / kCalls << " ms\n";
  EXPECT_LT(taken.count() / kCalls, 10);
  if (!health.state) GTEST_SKIP() << health.why_no_state;
  EXPECT_GT(health.state->power_w.value_or(1), 0);
  EXPECT_LT(health.state->power_w.value_or(1), 3000);  // more would be milliwatts
  EXPECT_LT(health.state->temperature_c.value_or(1), 120);
  EXPECT_GT(health.state->memory_clock_mhz.value_or(500), 400);
  EXPECT_LE(health.state->pstate.value_or(0), 15);
}

/// Runs this program again, timing kernels until it is killed.
Subprocess other_process() {
  return Subprocess({.words = {"/proc/self/exe", "--gtest_filter=TimingOnGpu.*", "--gtest_repeat=-1"}});
}

TEST_F(HealthOnGpu, AnotherProcessOnTheGpuIsCounted) {
  const Subprocess other = other_process();
  Health health = backend_->health();
  for (int tries = 0; tries < 100 && health.other_gpu_processes.value_or(0) == 0; ++tries) {
    usleep(200'000);  // while it loads its libraries
    health = backend_->health();
  }
  if (!health.other_gpu_processes) GTEST_SKIP() << health.why_no_processes;
  EXPECT_GE(*health.other_gpu_processes, 1);
}

}  // namespace
}  // namespace warpledger
