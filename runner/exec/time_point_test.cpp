#include "exec/time_point.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

/// Gives `times` in turn and counts a second of wall time for each sample when `slow`.
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

/// 101 times from 90 to 110 in an order without a trend: 37 and 101 have no common divisor.
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

}  // namespace
}  // namespace warpledger
