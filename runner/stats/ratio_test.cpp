#include "stats/ratio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace warpledger {
namespace {

TEST(TimerStep, IsTheSmallestGapOfBothSides) {
  EXPECT_DOUBLE_EQ(timer_step(std::vector<double>{96, 160}, std::vector<double>{128, 320}), 32);
}

TEST(TimerStep, DoesNotTakeRoundingForAStep) {
  EXPECT_NEAR(timer_step(std::vector<double>{21600.0005, 21632}, std::vector<double>{21599.9998, 21632}), 32, 0.01);
}

TEST(TimerStep, IsNotMoreThanTheStatedResolution) {
  EXPECT_DOUBLE_EQ(timer_step(std::vector<double>{10000}, std::vector<double>{20000}), 500);
}

TEST(TimerStep, IsZeroWhenAllSamplesAreAlike) {
  EXPECT_DOUBLE_EQ(timer_step(std::vector<double>{96, 96}, std::vector<double>{96}), 0);
}

TEST(GeometricMean, OfRatiosAndTheirInversesIsOne) {
  const auto mean = geometric_mean(std::vector<double>{0.5, 2, 0.8, 1.25}, 0.99);
  ASSERT_TRUE(mean);
  EXPECT_DOUBLE_EQ(mean->value, 1);
  EXPECT_LT(mean->lower, 1);
  EXPECT_GT(mean->upper, 1);
}

TEST(GeometricMean, HasTheIntervalOfStudentsT) {
  // Logarithms -1, 0 and 1: deviation 1, error t / sqrt(3); tabulated t for 2 degrees at 95 %: 4.302653.
  const auto mean = geometric_mean(std::vector<double>{std::exp(-1.0), 1, std::exp(1.0)}, 0.95);
  EXPECT_NEAR(std::log(mean->upper), 4.302653 / std::sqrt(3.0), 1e-6);
  EXPECT_NEAR(std::log(mean->lower), -4.302653 / std::sqrt(3.0), 1e-6);
}

TEST(GeometricMean, OfOneRatioHasNoInterval) {
  const auto mean = geometric_mean(std::vector<double>{1.5}, 0.99);
  EXPECT_EQ(mean->value, 1.5);
  EXPECT_EQ(mean->lower, 0);
  EXPECT_TRUE(std::isinf(mean->upper));
}

TEST(GeometricMean, OfNoRatiosIsAbsent) { EXPECT_FALSE(geometric_mean({}, 0.99)); }

}  // namespace
}  // namespace warpledger
