#include "stats/verdict.h"

#include <gmock/gmock.h>

namespace warpledger {
namespace {

/// Twenty launches of about `time_ns`, 0.2 % apart at most, at `clock_mhz`.
TimedLaunches launches(double time_ns, double clock_mhz = 1980) {
  TimedLaunches result;
  for (int i = 0; i < 20; ++i) {
    result.samples_ns.push_back(time_ns * (1 + 0.0001 * i));
    result.sm_clock_mhz.push_back(clock_mhz);
  }
  return result;
}

TEST(Compare, TheSameTimesAreTheSame) {
  const Comparison found = compare(launches(1e6), launches(1e6), {});
  EXPECT_EQ(found.verdict, Verdict::same);
  EXPECT_EQ(found.reason, "within 1 %");
}

TEST(Compare, MoreTimeAtTheSameClockIsSlower) {
  const Comparison found = compare(launches(1e6), launches(1.02e6), {});
  EXPECT_EQ(found.verdict, Verdict::slower);
  EXPECT_EQ(found.reason, "+2.0 %, in cycles +2.0 %");
  EXPECT_NEAR(found.time->value, 1.02, 1e-9);
  EXPECT_NEAR(found.cycles->value, 1.02, 1e-9);
}

TEST(Compare, LessTimeAtTheSameClockIsFaster) {
  EXPECT_EQ(compare(launches(1e6), launches(0.5e6), {}).verdict, Verdict::faster);
}

TEST(Compare, MoreTimeAtALowerClockIsAmbiguous) {
  const Comparison found = compare(launches(1e6, 1980), launches(1.10e6, 1800), {});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.reason, "+10.0 % in time, but +0.0 % in cycles: the SM clock differed");
}

TEST(Compare, AGapWithoutClocksIsAmbiguousOnAGpu) {
  TimedLaunches after = launches(1.02e6);
  after.sm_clock_mhz.assign(20, std::nan(""));
  const Comparison found = compare(launches(1e6), after, {});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.reason, "+2.0 % in time, but the SM clock was not read");
  EXPECT_FALSE(found.cycles);
}

TEST(Compare, AHostNeedsNoClock) {
  TimedLaunches before = launches(1e6), after = launches(1.02e6);
  before.sm_clock_mhz.clear();
  after.sm_clock_mhz.clear();
  const Comparison found = compare(before, after, {.has_sm_clock = false});
  EXPECT_EQ(found.verdict, Verdict::slower);
  EXPECT_EQ(found.reason, "+2.0 %");
}

TEST(Compare, AGapBelowTheNoiseFloorDoesNotCount) {
  EXPECT_EQ(compare(launches(1e6), launches(1.02e6), {.noise = {.relative = 0.03}}).verdict, Verdict::same);
  EXPECT_EQ(compare(launches(1e6), launches(1.02e6), {.noise = {.offset_ns = 30'000}}).verdict, Verdict::same);
  EXPECT_EQ(compare(launches(1e6), launches(1.02e6), {.noise = {.offset_ns = 300}}).verdict, Verdict::slower);
}

TEST(Compare, TheThresholdIsAnOption) {
  EXPECT_EQ(compare(launches(1e6), launches(1.004e6), {.threshold = 0.002}).verdict, Verdict::slower);
  EXPECT_EQ(compare(launches(1e6), launches(1.004e6), {}).verdict, Verdict::same);
}

TEST(Compare, AGapAtTheThresholdIsAmbiguous) {
  const Comparison found = compare(launches(1e6), launches(1.0099e6), {});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.reason, testing::StartsWith("too close to the 1 % threshold to call: +0."));
}

TEST(Compare, AWideIntervalIsAmbiguous) {
  TimedLaunches noisy = launches(1e6);
  for (std::size_t i = 0; i < 20; ++i) noisy.samples_ns[i] *= 1 + 0.01 * static_cast<double>(i % 10);
  const Comparison found = compare(noisy, noisy, {});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.reason, testing::StartsWith("too wide an interval to tell 1 %: -"));
}

TEST(Compare, FourSamplesAllowNoVerdict) {
  TimedLaunches few;
  few.samples_ns.assign(4, 1e6);
  few.sm_clock_mhz.assign(4, 1980);
  const Comparison found = compare(launches(1e6), few, {});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.reason, "too few samples: 20 before, 4 after; 5 are needed");
  EXPECT_FALSE(found.time);
}

TEST(Compare, WhatWasDisturbedIsAmbiguous) {
  TimedLaunches throttled = launches(1.5e6);
  throttled.disturbance = "throttled";
  EXPECT_EQ(compare(launches(1e6), throttled, {}).reason, "disturbed after: throttled");
  EXPECT_EQ(compare(throttled, launches(1e6), {}).reason, "disturbed before: throttled");
  EXPECT_EQ(compare(throttled, throttled, {}).reason, "disturbed on both sides: throttled");
  EXPECT_EQ(compare(throttled, throttled, {}).verdict, Verdict::inconclusive);
}

}  // namespace
}  // namespace warpledger
