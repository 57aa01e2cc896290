#include "model/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpledger {
namespace {

using testing::ElementsAre;

/// Returns "throttled=1", or "throttled: reason".
std::vector<std::string> words(const Health& health) {
  std::vector<std::string> texts;
  for (const Metric& metric : metrics_of(health)) {
    EXPECT_EQ(metric.source, "attribute");
    texts.push_back(metric.name + (metric.value ? "=" + std::to_string(static_cast<int>(*metric.value)) : "") +
                    (metric.reason.empty() ? "" : ": " + metric.reason));
  }
  return texts;
}

TEST(Health, OneCauseIsEnoughToBeThrottled) {
  EXPECT_THAT(words({Throttling{false, true, false}, "", 0, ""}),
              ElementsAre("throttled=1", "throttled_thermal=0", "throttled_power=1", "throttled_hardware=0",
                          "other_gpu_processes=0"));
}

TEST(Health, NoCauseIsNotThrottled) {
  EXPECT_THAT(words({Throttling{}, "", 2, ""}), ElementsAre("throttled=0", "throttled_thermal=0", "throttled_power=0",
                                                            "throttled_hardware=0", "other_gpu_processes=2"));
}

TEST(Health, WhatIsNotKnownIsAbsentWithItsReason) {
  EXPECT_THAT(words(Health::unknown("no GPU")),
              ElementsAre("throttled: no GPU", "other_gpu_processes: no GPU", "power_w: no GPU"));
}

TEST(Health, HasTheStateOfTheDeviceAndAReasonForEachNumberThatItLacks) {
  Health health{Throttling{}, "", 0, ""};
  health.state = DeviceState{.power_w = 412, .temperature_c = 51, .memory_clock_mhz = std::nullopt, .pstate = 0};
  const std::vector<std::string> all = words(health);
  EXPECT_THAT(
      std::vector<std::string>(all.end() - 4, all.end()),
      ElementsAre("power_w=412", "temperature_c=51", "memory_clock_mhz: this GPU does not report it", "pstate=0"));
}

}  // namespace
}  // namespace warpledger
