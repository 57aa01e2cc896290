#include "exec/time_point.h"

#include <gtest/gtest.h>

#include <random>

#include "stats/noise_fixture.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

/// Returns `times` in turn; each sample takes a second if `slow`.
struct TimedDevice {
  std::vector<double> times;
  bool slow = false;
  std::size_t taken = 0;
  std::vector<int> chunks;

  Timing sample(const Measure& measure) {
    return sample_until_known(
        measure,
        [this](int n) {
          chunks.push_back(n);
          std::vector<Sample> samples;
          for (int i = 0; i < n; ++i) samples.push_back({times[taken++ % times.size()], std::nullopt});
          return samples;
        },
        [this] { return slow ? static_cast<double>(taken) : 0.0; });
  }
};

TEST(Sampling, StopsAtTheLeastNumberOfSamplesWhenThereIsNoNoise) {
  TimedDevice device{{100}};
  const Timing timing = device.sample({.min_samples = 5, .max_samples = 100, .max_relative_error = 0.01});
  EXPECT_EQ(timing.stop_rule, "max_relative_error");
  EXPECT_EQ(timing.samples.size(), 11u);
}

/// 101 times from 90 to 110 without a trend: 37 and 101 have no common divisor.
std::vector<double> scattered_times() {
  std::vector<double> times;
  for (int i = 0; i < 101; ++i) times.push_back(90 + 0.2 * (i * 37 % 101));
  return times;
}

TEST(Sampling, TakesMoreSamplesWhileTheMedianIsUncertain) {
  TimedDevice device{scattered_times()};
  const Timing timing = device.sample({.min_samples = 5, .max_samples = 1000, .max_relative_error = 0.01});
  EXPECT_EQ(timing.stop_rule, "max_relative_error");
  EXPECT_GT(timing.samples.size(), 50u);
}

TEST(Sampling, NeverTakesMoreThanTheMaximum) {
  TimedDevice device{scattered_times()};
  const Timing timing = device.sample({.min_samples = 5, .max_samples = 33, .max_relative_error = 0.0001});
  EXPECT_EQ(timing.stop_rule, "max_samples");
  EXPECT_EQ(timing.samples.size(), 33u);
}

TEST(Sampling, StopsAtHalfTheTimeLimitEvenBelowTheMinimum) {
  TimedDevice device{{100}, true};
  const Timing timing =
      device.sample({.min_samples = 50, .max_samples = 100, .max_relative_error = 0.01, .time_limit_s = 10});
  EXPECT_EQ(timing.stop_rule, "time_limit");
  EXPECT_EQ(timing.samples.size(), 5u);
}

TEST(Sampling, KeepsTheSamplesInTheOrderTheyWereTaken) {
  TimedDevice device{{1, 2, 3}};
  const Timing timing = device.sample({.min_samples = 1, .max_samples = 4, .max_relative_error = 0});
  ASSERT_EQ(timing.samples.size(), 4u);
  EXPECT_EQ(timing.samples[3].time_ns, 1);
}

/// Verdicts on pairs of identical runs sampled until they resolve 1 %, and the mean number of samples.
struct Resolved {
  int same = 0, different = 0;
  double mean_samples = 0;
};

Resolved resolve_pairs(NoiseFamily family, int pairs) {
  std::mt19937_64 random(11);
  const Measure measure = {.min_samples = 10, .max_samples = 2000, .max_relative_error = 0.01, .resolve = 0.01};
  Resolved resolved;
  const auto run = [&] {
    std::vector<double> times = noise_of_run(family, random, 2000);
    for (double& time : times) time *= 1e5;
    const Timing timing = TimedDevice{std::move(times)}.sample(measure);
    TimedLaunches launches;
    for (const Sample& sample : timing.samples) launches.samples_ns.push_back(sample.time_ns);
    resolved.mean_samples += static_cast<double>(timing.samples.size()) / (2 * pairs);
    return launches;
  };
  for (int i = 0; i < pairs; ++i) {
    const TimedLaunches before = run(), after = run();
    const Verdict verdict = compare(before, after, {.has_sm_clock = false}).verdict;
    resolved.same += verdict == Verdict::same;
    resolved.different += verdict == Verdict::faster || verdict == Verdict::slower;
  }
  return resolved;
}

TEST(Sampling, UntilADifferenceIsResolvedMakesRunsAlikeTheSame) {
  for (const NoiseFamily family : {NoiseFamily::normal, NoiseFamily::correlated_3, NoiseFamily::lognormal,
                                   NoiseFamily::student_3, NoiseFamily::outliers}) {
    const Resolved resolved = resolve_pairs(family, 100);
    EXPECT_GE(resolved.same, 85) << kNoiseFamilyNames.at(static_cast<std::size_t>(family)) << ", samples "
                                 << resolved.mean_samples;
    EXPECT_EQ(resolved.different, 0);
  }
}

TEST(Sampling, UntilADifferenceIsResolvedEndsAtTheMaximumToo) {
  TimedDevice device{scattered_times()};
  const Timing timing =
      device.sample({.min_samples = 5, .max_samples = 60, .max_relative_error = 0.1, .resolve = 0.001});
  EXPECT_EQ(timing.stop_rule, "max_samples");
  EXPECT_EQ(timing.samples.size(), 60u);
}

}  // namespace
}  // namespace warpledger
