#include "model/samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace warpledger {
namespace {

TEST(Median, OfAnEvenNumberOfValuesLiesBetweenTheMiddleTwo) {
  EXPECT_DOUBLE_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
}

TEST(Median, OfNothingIsNotANumber) { EXPECT_TRUE(std::isnan(median({}))); }

TEST(ImpossibleSample, IsTheFirstTimeOrClockThatNoLaunchHas) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto of_times = [](double time) { return impossible_sample(std::vector<double>{1e5, time}, {}); };
  EXPECT_EQ(of_times(0), "sample 1 is 0 ns");
  EXPECT_EQ(of_times(-100), "sample 1 is -100 ns");
  EXPECT_EQ(of_times(inf), "sample 1 is inf ns");
  EXPECT_EQ(of_times(nan), "sample 1 is nan ns");
  EXPECT_EQ(of_times(1e300), "sample 1 is 1e+300 ns");
  EXPECT_EQ(of_times(1e-3), "");
  EXPECT_EQ(of_times(9e17), "") << "28 years";
  const std::vector<double> times = {1, 2};
  EXPECT_EQ(impossible_sample(times, std::vector<double>{nan, 2520}), "") << "a clock that was not read";
  for (const double clock : {0.0, -1.0, inf, 1e6})
    EXPECT_THAT(impossible_sample(times, std::vector<double>{2520, clock}),
                testing::StartsWith("sample 1 has a clock of "));
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> values = {10, 20, 30, 40, 50};
  EXPECT_DOUBLE_EQ(quantile(values, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 14);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 50);
}

TEST(RelativeErrorOfMedian, IsNotMovedByOneOutlier) {
  std::vector<double> values(40, 100.0);
  for (int i = 0; i < 40; ++i) values[i] += i % 2;
  const double clean = relative_error_of_median(values);
  values[7] = 1e6;
  EXPECT_NEAR(relative_error_of_median(values), clean, 1e-4);
}

std::vector<double> spread_evenly(int n, double low, double high) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(low + (high - low) * i / (n - 1));
  return values;
}

TEST(RelativeErrorOfMedian, OfAUniformDistributionIsWhatTheTextbookSays) {
  // 1 / (2 f(m) sqrt(n)) with the density f = 1 / 20: 10 / sqrt(400) = 0.5 of 100.
  EXPECT_NEAR(relative_error_of_median(spread_evenly(400, 90, 110)), 0.005, 1e-4);
}

TEST(RelativeErrorOfMedian, ShrinksWithTheRootOfTheNumberOfSamples) {
  const double few = relative_error_of_median(spread_evenly(16, 90, 110));
  EXPECT_NEAR(few / relative_error_of_median(spread_evenly(64, 90, 110)), 2, 0.05);
}

TEST(RelativeErrorOfMedian, IsLargeWhenTheMedianLiesBetweenTwoHumps) {
  std::vector<double> values(30, 100.0);
  values.insert(values.end(), 30, 110.0);
  EXPECT_GT(relative_error_of_median(values), 0.04);
}

TEST(RelativeErrorOfMedian, IsInfiniteForOneSample) {
  EXPECT_TRUE(std::isinf(relative_error_of_median(std::vector<double>{1})));
}

}  // namespace
}  // namespace warpledger
