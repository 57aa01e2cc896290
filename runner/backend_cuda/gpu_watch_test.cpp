#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "backend_cuda/nvml.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

constexpr Throttling kThermal = {true, false, false};
constexpr Throttling kPowerCapped = {false, true, false};
constexpr Throttling kHardware = {false, false, true};

TEST(GpuWatch, EachReasonThatThrottlesHasItsCause) {
  EXPECT_EQ(throttling_of(kSwThermalSlowdown), kThermal);
  EXPECT_EQ(throttling_of(kHwThermalSlowdown | kHwSlowdown), kThermal);
  EXPECT_EQ(throttling_of(kSwPowerCap), kPowerCapped);
  EXPECT_EQ(throttling_of(kHwPowerBrake | kHwSlowdown), kPowerCapped);
  EXPECT_EQ(throttling_of(kHwSlowdown), kHardware);
  EXPECT_EQ(throttling_of(kSwPowerCap | kSwThermalSlowdown), (Throttling{true, true, false}));
}

TEST(GpuWatch, IdlenessAndSettingsAreNoThrottling) {
  constexpr std::uint64_t kIdleApplicationClocksSyncBoostAndDisplay = 0x01 | 0x02 | 0x10 | 0x100;
  EXPECT_EQ(throttling_of(kIdleApplicationClocksSyncBoostAndDisplay), Throttling{});
}

TEST(GpuWatch, AReasonWhoseTimeGrewHeldInBetween) {
  const std::vector<ThrottleTime> before = {{kSwPowerCap, 500}, {kSwThermalSlowdown, 7}};
  const std::vector<ThrottleTime> after = {{kSwPowerCap, 500}, {kSwThermalSlowdown, 8}};
  EXPECT_EQ(reasons_between(before, after), kSwThermalSlowdown);
  EXPECT_EQ(reasons_between(before, before), 0U);
  EXPECT_EQ(reasons_between({}, after), 0U);
}

Health others(const std::vector<std::uint32_t>& processes, bool walled_in = false) {
  Health health;
  count_others(processes, 10, 9, walled_in, health);
  return health;
}

TEST(GpuWatch, TheWorkerAndItsParentAreNoOthers) {
  EXPECT_EQ(others({10}).other_gpu_processes, 0);
  EXPECT_EQ(others({9, 10}).other_gpu_processes, 0);
  EXPECT_EQ(others({9, 10, 11, 12}).other_gpu_processes, 2);
  EXPECT_EQ(others({10}).why_no_processes, "");
}

TEST(GpuWatch, AListWithoutTheWorkerItselfSaysNothing) {
  for (const auto& processes : {std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{11}}) {
    EXPECT_EQ(others(processes).other_gpu_processes, std::nullopt);
    EXPECT_THAT(others(processes).why_no_processes, HasSubstr("does not list this process"));
  }
}

TEST(GpuWatch, InAContainerNobodyElseIsNotKnownToBeNobody) {
  EXPECT_EQ(others({10}, true).other_gpu_processes, std::nullopt);
  EXPECT_EQ(others({10}, true).why_no_processes, "processes outside the container are not visible");
  EXPECT_EQ(others({10, 11}, true).other_gpu_processes, 1);
}

TEST(GpuWatch, AGpuThatNvmlDoesNotHaveIsUnknownWithAReason) {
  const Health health = GpuWatch("GPU-none").since_last();
  EXPECT_EQ(health.throttling, std::nullopt);
  EXPECT_EQ(health.other_gpu_processes, std::nullopt);
  EXPECT_THAT(health.why_no_throttling, HasSubstr("libnvidia-ml.so.1"));
  EXPECT_EQ(health.why_no_processes, health.why_no_throttling);
  EXPECT_EQ(health.state.has_value(), false);
  EXPECT_EQ(health.why_no_state, health.why_no_throttling);
}

/// Uses the fake library with the GPU $FAKE_NVML.
class GpuWatchOfAFake : public testing::Test {
 protected:
  GpuWatchOfAFake() : library_(dlopen(WARPLEDGER_FAKE_NVML, RTLD_NOW | RTLD_LOCAL)) {}
  ~GpuWatchOfAFake() override {
    unsetenv("FAKE_NVML");
    dlclose(library_);
  }
  static void now_it_says(const char* gpu) { setenv("FAKE_NVML", gpu, 1); }
  static Health health_of(const char* gpu) {
    now_it_says(gpu);
    GpuWatch watch("GPU-fake");
    watch.begin();
    return watch.since_last();
  }

 private:
  void* library_;
};

TEST_F(GpuWatchOfAFake, KnowsItsState) {
  const Health health = health_of("power=412500 temperature=51 memory_clock=3201 pstate=0 reasons=4");
  ASSERT_TRUE(health.state);
  EXPECT_EQ(health.state->power_w, 412.5);
  EXPECT_EQ(health.state->temperature_c, 51);
  EXPECT_EQ(health.state->memory_clock_mhz, 3201);
  EXPECT_EQ(health.state->pstate, 0);
  EXPECT_EQ(health.throttling, kPowerCapped);
}

TEST_F(GpuWatchOfAFake, LacksWhatItDoesNotReport) {
  const Health health = health_of("temperature=51 pstate=32");
  ASSERT_TRUE(health.state);
  EXPECT_EQ(health.state->power_w, std::nullopt);
  EXPECT_EQ(health.state->temperature_c, 51);
  EXPECT_EQ(health.state->memory_clock_mhz, std::nullopt);
  EXPECT_EQ(health.state->pstate, std::nullopt);
}

TEST_F(GpuWatchOfAFake, ThePowerCapBetweenTwoCallsIsToldThoughItHasEnded) {
  now_it_says("reasons=0 field74=1000 field75=0");
  GpuWatch watch("GPU-fake");
  watch.begin();
  now_it_says("reasons=0 field74=1500 field75=0");
  EXPECT_EQ(watch.since_last().throttling, kPowerCapped);
  EXPECT_EQ(watch.since_last().throttling, Throttling{}) << "told once";
}

TEST_F(GpuWatchOfAFake, AThermalSlowdownThatHasEndedIsToldOnceAStepOfItsTimeHasPassed) {
  now_it_says("reasons=0 field75=1000");
  GpuWatch watch("GPU-fake");
  watch.begin();
  now_it_says("reasons=0 field75=1500");
  usleep(120'000);
  EXPECT_EQ(watch.since_last().throttling, (Throttling{true, false, false}));
  EXPECT_EQ(watch.since_last().throttling, Throttling{}) << "told once";
}

TEST_F(GpuWatchOfAFake, WhatHappenedBeforeItBeginsDoesNotCount) {
  now_it_says("reasons=0 field74=1000 field75=1000");
  GpuWatch watch("GPU-fake");
  now_it_says("reasons=0 field74=1500 field75=1500");
  usleep(120'000);
  watch.begin();
  EXPECT_EQ(watch.since_last().throttling, Throttling{});
}

}  // namespace
}  // namespace warpledger
