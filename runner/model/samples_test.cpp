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

TEST(RelativeErrorOfMedian, ShrinksWithTheRootOfTheNumberOfSamples) {
  std::vector<double> few, many;
  for (int i = 0; i < 16; ++i) few.push_back(100 + i % 4);
  for (int i = 0; i < 64; ++i) many.push_back(100 + i % 4);
  EXPECT_NEAR(relative_error_of_median(few) / relative_error_of_median(many), 2, 0.1);
}

TEST(RelativeErrorOfMedian, IsInfiniteForOneSample) {
  EXPECT_TRUE(std::isinf(relative_error_of_median(std::vector<double>{1})));
}

}  // namespace
}  // namespace warpledger
