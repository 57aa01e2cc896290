#include "model/samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace warpledger {
namespace {

TEST(Median, OfAnEvenNumberOfValuesLiesBetweenTheMiddleTwo) {
  EXPECT_DOUBLE_EQ(median(std::vector<double>{4, 1, 3, 2}), 2.5);
}

TEST(Median, OfNothingIsNotANumber) { EXPECT_TRUE(std::isnan(median({}))); }

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

/// `n` values evenly spread over [low, high].
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
