// Error rate and sensitivity of verdicts on known noise.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "stats/noise_fixture.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr double kStep_ns = 32;

/// Launches as an event timer reports them: one-sided noise with relative `deviation`, in steps of 32 ns.
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

TimedLaunches launches(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  TimedLaunches result;
  for (const double value : noise_of_run(family, random, count)) result.samples_ns.push_back(1e6 * value);
  return result;
}

/// Counts gaps between identical sides.
int gaps_of(NoiseFamily family, std::size_t count, int trials, const Criteria& criteria) {
  std::mt19937_64 random(3);
  int gaps = 0;
  for (int i = 0; i < trials; ++i) {
    const TimedLaunches before = launches(family, random, count);
    const Verdict verdict = compare(before, launches(family, random, count), criteria).verdict;
    gaps += verdict == Verdict::slower || verdict == Verdict::faster;
  }
  return gaps;
}

TEST(Verdicts, OnIdenticalWorkWhoseSamplesDependOnEachOtherAreFasterOrSlowerInAtMostOneOfAHundred) {
  constexpr int kTrials = 800;
  for (const NoiseFamily family :
       {NoiseFamily::normal, NoiseFamily::correlated_3, NoiseFamily::correlated_6, NoiseFamily::correlated_9,
        NoiseFamily::humps_free, NoiseFamily::lognormal, NoiseFamily::student_3, NoiseFamily::outliers})
    for (const std::size_t count : {10u, 20u, 50u})
      EXPECT_LE(gaps_of(family, count, kTrials, {.has_sm_clock = false}), kTrials / 100 + 3)
          << static_cast<int>(family) << ' ' << count;
}

/// Launches at a clock of 1980 MHz or 5 % less, which stays for about thirty launches and is read with relative
/// deviation `reading`. Times depend on the clock to the power of `share`.
TimedLaunches at_moving_clock(std::mt19937_64& random, double share, double reading, std::size_t count) {
  std::uniform_real_distribution<double> unit;
  std::normal_distribution<double> normal;
  TimedLaunches result;
  bool slow = unit(random) < 0.5;
  while (result.samples_ns.size() < count) {
    if (unit(random) < 0.03) slow = !slow;
    const double clock_mhz = slow ? 1881 : 1980;
    result.samples_ns.push_back(1e6 * std::pow(1980 / clock_mhz, share) * (1 + 0.002 * normal(random)));
    result.sm_clock_mhz.push_back(clock_mhz * (1 + reading * normal(random)));
  }
  return result;
}

TEST(Verdicts, OnIdenticalWorkAtAClockThatMovesAreFasterOrSlowerInAtMostOneOfAHundred) {
  constexpr int kTrials = 1000;
  std::mt19937_64 random(6);
  for (const double share : {0.0, 0.3, 0.7, 1.0})
    for (const double reading : {0.0001, 0.003, 0.03})
      for (const std::size_t count : {10u, 20u, 100u}) {
        int gaps = 0;
        for (int i = 0; i < kTrials; ++i) {
          const TimedLaunches before = at_moving_clock(random, share, reading, count);
          const Verdict verdict = compare(before, at_moving_clock(random, share, reading, count), {}).verdict;
          gaps += verdict == Verdict::slower || verdict == Verdict::faster;
        }
        EXPECT_LE(gaps, kTrials / 100) << share << ' ' << reading << ' ' << count;
      }
}

TEST(Verdicts, KnowCyclesWithinOnePercentWhileTheClockMovesByFive) {
  constexpr int kTrials = 400;
  std::mt19937_64 random(7);
  int known = 0;
  for (int i = 0; i < kTrials; ++i) {
    const TimedLaunches before = at_moving_clock(random, 1, 0.0001, 20);
    TimedLaunches after = at_moving_clock(random, 1, 0.0001, 20);
    for (double& sample : after.samples_ns) sample *= 1.02;
    const Ratio cycles = compare(before, after, {}).cycles.value();
    known += cycles.lower > 1.01 && cycles.upper < 1.03;
  }
  EXPECT_GE(known, 0.95 * kTrials);
}

TEST(Verdicts, OnRunsThatDifferNeedTheNoiseFloor) {
  constexpr int kTrials = 800;
  const Criteria floored{.noise = {.relative = 0.0182}, .has_sm_clock = false};  // 99 in 100 of 0.5 % * sqrt(2)
  EXPECT_LE(gaps_of(NoiseFamily::run_offset, 50, kTrials, floored), kTrials / 100 + 3);
}

/// Counts nights on which any of 240 points of identical code is FASTER or SLOWER, and those on which any is after
/// Holm.
std::pair<int, int> failing_nights(NoiseFamily family, const Noise& noise, int nights) {
  std::mt19937_64 random(4);
  const Criteria criteria{.noise = noise, .has_sm_clock = false};
  std::pair<int, int> failing;
  for (int night = 0; night < nights; ++night) {
    std::vector<double> probabilities;
    std::vector<bool> is_gap;
    for (int point = 0; point < 240; ++point) {
      const TimedLaunches before = launches(family, random, 20);
      const Comparison found = compare(before, launches(family, random, 20), criteria);
      probabilities.push_back(found.probability.value());
      is_gap.push_back(found.verdict == Verdict::slower || found.verdict == Verdict::faster);
    }
    const std::vector<bool> holds = holding_by_holm(probabilities, 0.01);
    bool any = false, any_holds = false;
    for (std::size_t i = 0; i < holds.size(); ++i) any |= is_gap[i], any_holds |= is_gap[i] && holds[i];
    failing.first += any;
    failing.second += any_holds;
  }
  return failing;
}

TEST(Gate, OverIdenticalCodeFailsInAtMostOneNightOfAHundred) {
  constexpr int kNights = 60;
  for (const NoiseFamily family : {NoiseFamily::normal, NoiseFamily::correlated_3, NoiseFamily::correlated_6})
    EXPECT_LE(failing_nights(family, {}, kNights).second, 0) << static_cast<int>(family);
  const auto [any, holding] = failing_nights(NoiseFamily::run_offset, {.relative = 0.0182}, kNights);
  EXPECT_EQ(holding, 0);
  EXPECT_GT(any, 5) << "without the correction";
}

TEST(Gate, FindsOnePointOfManyThatIsFivePercentSlower) {
  std::mt19937_64 random(5);
  int found = 0;
  constexpr int kTrials = 200;
  for (int i = 0; i < kTrials; ++i) {
    std::vector<double> probabilities(240, 0.5);
    const TimedLaunches before = launches(NoiseFamily::normal, random, 50);
    TimedLaunches after = launches(NoiseFamily::normal, random, 50);
    for (double& sample : after.samples_ns) sample *= 1.05;
    probabilities[100] = compare(before, after, {.has_sm_clock = false}).probability.value();
    found += holding_by_holm(probabilities, 0.01)[100];
  }
  EXPECT_GE(found, 0.95 * kTrials);
}

}  // namespace
}  // namespace warpledger
