#include <gtest/gtest.h>

#include "grading/grade_flags.h"

namespace warpledger {
namespace {

constexpr double kMega = 1e6;
const DevicePeaks kPeaks = {.dram_gbs = 1000, .l2_gbs = 5000, .l2_bytes = 10 * kMega, .fp32_gfma = 20000};

SpeedOfLight floor_of(const LeastWork& work, const DevicePeaks& peaks = kPeaks) {
  return speed_of_light(work, peaks).value_or(SpeedOfLight{-1, "absent"});
}

TEST(SpeedOfLight, WithAColdCacheAllBytesComeFromDeviceMemory) {
  const SpeedOfLight floor = floor_of({.bytes = 4 * kMega});
  EXPECT_DOUBLE_EQ(floor.least_ns, 4000);
  EXPECT_EQ(floor.limit, "device memory");
}

TEST(SpeedOfLight, WithAWarmCacheWhatFitsTheL2ComesFromThere) {
  const SpeedOfLight floor = floor_of({.bytes = 5 * kMega, .in_l2 = true});
  EXPECT_DOUBLE_EQ(floor.least_ns, 1000);
  EXPECT_EQ(floor.limit, "L2 cache");
}

TEST(SpeedOfLight, WithAWarmCacheWhatExceedsTheL2ComesFromDeviceMemory) {
  const SpeedOfLight floor = floor_of({.bytes = 30 * kMega, .in_l2 = true});
  EXPECT_DOUBLE_EQ(floor.least_ns, 20000);
  EXPECT_EQ(floor.limit, "device memory");
}

TEST(SpeedOfLight, OfABufferThatIsReadAndWrittenALineInTheL2SparesBoth) {
  EXPECT_DOUBLE_EQ(floor_of({.bytes = 30 * kMega, .in_l2 = true, .in_place = true}).least_ns, 10000);
}

TEST(SpeedOfLight, ManyMultiplyAddsNeedTheArithmeticUnitsAndTensorCoresDoMoreOfThem) {
  const SpeedOfLight floor = floor_of({.bytes = kMega, .fmas = 16 * 200 * kMega});
  EXPECT_DOUBLE_EQ(floor.least_ns, 10000);
  EXPECT_EQ(floor.limit, "arithmetic units");
}

TEST(SpeedOfLight, WhatADeviceDoesNotSayLimitsNothing) {
  EXPECT_FALSE(speed_of_light({.bytes = 4 * kMega}, {.l2_gbs = 5000}));
  // Without the L2's size all may lie in it.
  EXPECT_EQ(floor_of({.bytes = 30 * kMega, .in_l2 = true}, {.dram_gbs = 1000, .l2_gbs = 5000}).limit, "L2 cache");
}

TEST(SpeedOfLight, IsNotReachedByLessThanTheClocksUncertainty) {
  const SpeedOfLight floor{4000, "device memory"};
  EXPECT_TRUE(is_too_fast(3000, floor));
  EXPECT_FALSE(is_too_fast(3950, floor));
  EXPECT_FALSE(is_too_fast(4100, floor));
}

}  // namespace
}  // namespace warpledger
