// What the verdicts are worth on noise of a known kind: how often they are wrong, and what they find.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr double kStep_ns = 32;

/// Launches as an event timer shows them: noise of relative `deviation` with one tail, in steps of 32 ns.
TimedLaunches launches(std::mt19937_64& random, double time_ns, double deviation, std::size_t count) {
  std::normal_distribution<double> noise(0, deviation);
  std::uniform_real_distribution<double> unit;
  TimedLaunches result;
  while (result.samples_ns.size() < count) {
    const double outlier = unit(random) < 0.05 ? 10 * deviation * unit(random) : 0;
    result.samples_ns.push_back(kStep_ns * std::round(time_ns * (1 + noise(random) + outlier) / kStep_ns));
    result.sm_clock_mhz.push_back(1980);
  }
  return result;
}

int gaps_of(std::mt19937_64& random, double ratio, double time_ns, double deviation, std::size_t count, int trials) {
  int gaps = 0;
  for (int i = 0; i < trials; ++i) {
    const Comparison found =
        compare(launches(random, time_ns, deviation, count), launches(random, ratio * time_ns, deviation, count), {});
    gaps += found.verdict == Verdict::slower || found.verdict == Verdict::faster;
  }
  return gaps;
}

TEST(Verdicts, OnIdenticalWorkAreFasterOrSlowerInAtMostOneOfAHundred) {
  std::mt19937_64 random(1);
  constexpr int kTrials = 2000;
  for (const double deviation : {0.003, 0.01, 0.03})
    for (const double time_ns : {2e3, 20e3, 1e6})
      EXPECT_LE(gaps_of(random, 1, time_ns, deviation, 11, kTrials), kTrials / 100) << deviation << ' ' << time_ns;
}

TEST(Verdicts, FindASlowdownOfTwoPercentInNineteenOfTwenty) {
  std::mt19937_64 random(2);
  constexpr int kTrials = 1000;
  EXPECT_GE(gaps_of(random, 1.02, 100e3, 0.003, 20, kTrials), 0.95 * kTrials);
}

TEST(Verdicts, OnOneTimerStepOfAShortKernelAreNeverAGap) {
  TimedLaunches before, after;
  before.samples_ns.assign(30, 1600);
  after.samples_ns.assign(30, 1632);
  before.sm_clock_mhz = after.sm_clock_mhz = std::vector<double>(30, 1980);
  EXPECT_EQ(compare(before, after, {}).verdict, Verdict::inconclusive);
}

}  // namespace
}  // namespace warpledger
