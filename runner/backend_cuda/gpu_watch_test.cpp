#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backend_cuda/nvml.h"

namespace warpledger {
namespace {

using testing::HasSubstr;

constexpr Throttling kThermal = {true, false, false};
constexpr Throttling kPower = {false, true, false};
constexpr Throttling kHardware = {false, false, true};

TEST(GpuWatch, EachReasonThatThrottlesHasItsCause) {
  EXPECT_EQ(throttling_of(kSwThermalSlowdown), kThermal);
  EXPECT_EQ(throttling_of(kHwThermalSlowdown | kHwSlowdown), kThermal);
  EXPECT_EQ(throttling_of(kSwPowerCap), kPower);
  EXPECT_EQ(throttling_of(kHwPowerBrake | kHwSlowdown), kPower);
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
  EXPECT_EQ(reasons_between({}, after), 0U);  // nothing to compare with
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
}

}  // namespace
}  // namespace warpledger
