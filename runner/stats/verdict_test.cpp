#include "stats/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "stats/noise_fixture.h"

namespace warpledger {
namespace {

/// Twenty unordered launches within 0.2 % of `time_ns`.
TimedLaunches launches(double time_ns, double clock_mhz = 1980) {
  TimedLaunches result;
  for (int i = 0; i < 20; ++i) {
    result.samples_ns.push_back(time_ns * (1 + 0.0001 * (i * 7 % 20)));
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
  EXPECT_EQ(found.reason, "+10.0 % in time, but -0.1 % to +0.1 % in cycles: the SM clock differed");
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
  for (std::size_t i = 0; i < 20; ++i) noisy.samples_ns[i] *= 1 + 0.01 * static_cast<double>(i * i % 11);
  const Comparison found = compare(noisy, noisy, {});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.reason, testing::HasSubstr("too wide an interval to tell 1 %: -"));
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

TEST(Compare, OfTooFewSamplesForTheirNoiseSaysHowManyWouldDecide) {
  std::mt19937_64 random(3);
  const auto noisy = [&](std::size_t count) {
    TimedLaunches result;
    for (const double value : noise_of_run(NoiseFamily::normal, random, count))
      result.samples_ns.push_back(1e6 * value);
    return result;
  };
  const Criteria host{.has_sm_clock = false};
  const Comparison few = compare(noisy(20), noisy(20), host);
  ASSERT_EQ(few.verdict, Verdict::inconclusive);
  ASSERT_TRUE(few.samples_needed);
  EXPECT_EQ(what_decides(few), "about " + std::to_string(*few.samples_needed) + " samples per side would decide");
  EXPECT_EQ(compare(noisy(2 * *few.samples_needed), noisy(2 * *few.samples_needed), host).verdict, Verdict::same);
}

TEST(Compare, OfACoarseTimerSaysThatNoSamplesDecide) {
  const auto steps = [](double time_ns, std::size_t count) {
    TimedLaunches result;
    result.samples_ns.assign(count, time_ns);
    return result;
  };
  const Criteria host{.has_sm_clock = false};
  for (const std::size_t count : {30, 400}) {
    const Comparison found = compare(steps(10'000, count), steps(10'500, count), host);
    ASSERT_EQ(found.verdict, Verdict::inconclusive);
    EXPECT_FALSE(found.samples_needed);
    EXPECT_EQ(what_decides(found), "only a finer timer can decide: its step is 5 %");
  }
}

TEST(Compare, CountsSamplesBesideTheStepThatTheyDoNotNarrow) {
  std::mt19937_64 random(5);
  const auto stepped = [&](std::size_t count) {  // a step of 0.8 % of the time, to resolve 1 %
    TimedLaunches result;
    for (const double value : noise_of_run(NoiseFamily::normal, random, count))
      result.samples_ns.push_back(32 * std::round(4000 * value / 32));
    return result;
  };
  const Criteria host{.has_sm_clock = false};
  const Comparison few = compare(stepped(30), stepped(30), host);
  ASSERT_EQ(few.verdict, Verdict::inconclusive);
  ASSERT_TRUE(few.samples_needed);
  EXPECT_GT(*few.samples_needed, 300u);
}

TEST(Compare, OfSamplesThatDependOnEachOtherSaysSo) {
  TimedLaunches before, after;
  for (int i = 0; i < 30; ++i) {
    before.samples_ns.push_back(1e6 * (1 + 0.02 * std::sin(0.3 * i)));
    after.samples_ns.push_back(1e6 * (1 + 0.02 * std::sin(0.3 * i + 1)));
  }
  const Comparison found = compare(before, after, {.has_sm_clock = false});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.reason, testing::StartsWith("samples depend on each other, too wide an interval to tell 1 %: -"));
  EXPECT_GT(found.dependence, 5);
}

TEST(Compare, OfLaunchesThatStayAtOneOfTwoLevelsNeedsMoreRuns) {
  TimedLaunches before = launches(1e6), after = launches(1e6);
  for (std::size_t i = 4; i < 20; ++i) after.samples_ns[i] *= 1.3;
  for (std::size_t i = 0; i < 4; ++i) before.samples_ns[i] *= 1.3;
  for (std::size_t i = 4; i < 20; ++i) before.samples_ns[i] *= i % 5 == 0 ? 1.001 : 0.999;
  Comparison found = compare(before, after, {.confidence = 0.5});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.reason, testing::StartsWith("two humps: launches stay near 10"));
  EXPECT_EQ(what_decides(found), "only more runs can decide");
}

/// Launches of `cycles` at a clock that falls by 0.3 % after the first `fast` ones.
TimedLaunches launches_at_two_clocks(double cycles, std::size_t fast) {
  TimedLaunches result = launches(1e6);
  for (std::size_t i = 0; i < 20; ++i) {
    result.sm_clock_mhz[i] = i < fast ? 1980 : 1974;
    result.samples_ns[i] = 1e3 * cycles * (1 + 1e-5 * static_cast<double>(i * 7 % 20)) / result.sm_clock_mhz[i];
  }
  return result;
}

TEST(Compare, OfTimesThatFollowTheClockBetweenTwoLevelsIsDecidedByCycles) {
  const Criteria close{.threshold = 0.005};
  const TimedLaunches before = launches_at_two_clocks(2e6, 8);
  EXPECT_EQ(compare(before, launches_at_two_clocks(2.02e6, 14), close).verdict, Verdict::slower);
  EXPECT_EQ(compare(before, launches_at_two_clocks(1.98e6, 14), close).verdict, Verdict::faster);
  EXPECT_EQ(compare(before, launches_at_two_clocks(2e6, 14), close).verdict, Verdict::same);
}

TEST(Compare, OfLevelsThatAreCloserThanTheSidesIsDecided) {
  TimedLaunches before = launches(1e6), after = launches(1.05e6);
  for (std::size_t i = 0; i < 8; ++i) before.samples_ns[i] *= 1.01;
  for (std::size_t i = 14; i < 20; ++i) after.samples_ns[i] *= 1.01;
  const Criteria host{.threshold = 0.005, .confidence = 0.5, .has_sm_clock = false};
  EXPECT_EQ(compare(before, after, host).verdict, Verdict::slower);
  for (double& sample : after.samples_ns) sample *= 1.012 / 1.05;
  EXPECT_EQ(compare(before, after, host).verdict, Verdict::inconclusive);
}

TEST(Compare, OfRunsThatDriftByAsMuchAsTheyDifferNeedsMoreRuns) {
  TimedLaunches before = launches(1e6), after = launches(1.02e6);
  for (std::size_t i = 0; i < 20; ++i) {
    before.samples_ns[i] *= 1 + 0.0008 * static_cast<double>(i + i * 7 % 20);
    after.samples_ns[i] *= 1 + 0.0008 * static_cast<double>(i + i * 7 % 20);
  }
  const Comparison found = compare(before, after, {.confidence = 0.5});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_THAT(found.reason, testing::StartsWith("samples drift by "));
  EXPECT_TRUE(found.needs_runs);
}

TEST(Compare, OfWhatWasDisturbedOrWhoseClockDifferedNeedsMoreRuns) {
  TimedLaunches throttled = launches(1.5e6);
  throttled.disturbance = "throttled";
  EXPECT_EQ(what_decides(compare(launches(1e6), throttled, {})), "only more runs can decide");
  EXPECT_EQ(what_decides(compare(launches(1e6, 1980), launches(1.10e6, 1800), {})), "only more runs can decide");
  EXPECT_EQ(what_decides(compare(launches(1e6), launches(1.02e6), {})), "");
}

using testing::ElementsAre;

TEST(Holm, HoldsEachProbabilityAgainstTheLevelOverThoseThatAreLeft) {
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.004, 0.9, 0.003}, 0.01), ElementsAre(true, false, true));
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.006, 0.9, 0.003}, 0.01), ElementsAre(false, false, true));
}

TEST(Holm, StopsAtTheFirstThatDoesNotHold) {
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.004, 0.006, 0.0049}, 0.01), ElementsAre(false, false, false));
}

TEST(Holm, OfOneProbabilityIsThePlainTest) {
  EXPECT_THAT(holding_by_holm(std::vector<double>{0.009}, 0.01), ElementsAre(true));
  EXPECT_TRUE(holding_by_holm({}, 0.01).empty());
}

/// Returns a hundred gaps per median, from 0 to `offset_ns + share * median`.
std::vector<NoiseGap> gaps(double offset_ns, double share, const std::vector<double>& medians_ns) {
  std::vector<NoiseGap> all;
  for (const double median_ns : medians_ns)
    for (int i = 1; i <= 100; ++i) all.push_back({median_ns, (offset_ns + share * median_ns) * i / 100});
  return all;
}

TEST(Noise, OfShortLaunchesIsAnOffsetAndOfLongOnesAShare) {
  const Noise noise = noise_of(gaps(300, 0.005, {4e3, 1e5, 1e6}));
  EXPECT_NEAR(noise.offset_ns, 320, 5);
  EXPECT_NEAR(noise.relative, 0.005, 2e-4);
  EXPECT_NEAR(gap_of(noise, 4e3), 0.085, 2e-3);
  EXPECT_NEAR(gap_of(noise, 1e6), 0.0053, 2e-4);
}

TEST(Noise, WithoutShortLaunchesIsAShareOnly) {
  const Noise noise = noise_of(gaps(0, 0.01, {1e5}));
  EXPECT_EQ(noise.offset_ns, 0);
  EXPECT_NEAR(noise.relative, 0.0099, 1e-5);
}

TEST(Noise, HeedsNoSingleOutlier) {
  std::vector<NoiseGap> all = gaps(0, 0.01, {1e5, 1e5});
  all.push_back({1e5, 5e4});
  EXPECT_LT(noise_of(all).relative, 0.011);
}

TEST(NoiseApart, LeavesOutEveryPairThatSharesARunWithTheOne) {
  std::vector<std::vector<NoiseGap>> of_pairs(5);
  for (std::size_t i = 0; i < of_pairs.size(); ++i) of_pairs[i] = {{1e6, 1e3 * (i == 4 ? 2.0 : 1.0)}};
  of_pairs[1] = of_pairs[2] = of_pairs[3] = {{1e6, 5e5}};
  EXPECT_NEAR(noise_apart_from(of_pairs, 2)->relative, 0.002, 1e-4);
}

TEST(NoiseApart, IsAbsentWhereAllPairsShareARun) {
  const std::vector<std::vector<NoiseGap>> of_pairs(2, {{1e6, 1e3}});
  EXPECT_FALSE(noise_apart_from(of_pairs, 0));
  const std::vector<std::vector<NoiseGap>> three(3, {{1e6, 1e3}});
  EXPECT_TRUE(noise_apart_from(three, 0));
  EXPECT_FALSE(noise_apart_from(three, 1));
}

}  // namespace
}  // namespace warpledger
