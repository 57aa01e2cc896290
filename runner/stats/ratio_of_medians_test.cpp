#include "stats/ratio_of_medians.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <vector>

namespace warpledger {
namespace {

using testing::DoubleNear;

/// `count` log-normal values around 1e6, which is far above any timer's step.
std::vector<double> around_a_million(std::mt19937_64& random, std::size_t count, double deviation) {
  std::normal_distribution<double> noise(0, deviation);
  std::vector<double> values;
  while (values.size() < count) values.push_back(1e6 * std::exp(noise(random)));
  return values;
}

TEST(RatioOfMedians, IsAfterOverBefore) {
  const std::vector<double> before = {900, 1000, 1000, 1000, 1100};
  const std::vector<double> after = {1900, 2000, 2000, 2000, 2100};
  EXPECT_DOUBLE_EQ(ratio_of_medians(before, after, 0.99).value, 2);
}

TEST(RatioOfMedians, HasTheIntervalOfPriceAndBonettsFormula) {
  // 9 values: c = round(5 - 3) = 2; P(B <= 1) = 10/512, of which z is 2.063528; the order statistics are 1e6 and 7e6;
  // t of 8 degrees at 95 % is 2.306004.
  const std::vector<double> nine = {0.5e6, 1e6, 2e6, 3e6, 4e6, 5e6, 6e6, 7e6, 8e6};
  const double deviation = std::log(7.0) / (2 * 2.063528) * std::sqrt(2.0);
  const double step = 1 + 500 / 4e6;
  EXPECT_THAT(ratio_of_medians(nine, nine, 0.95).upper, DoubleNear(std::exp(2.306004 * deviation) * step, 0.001));
}

TEST(RatioOfMedians, HoldsTheTrueRatioAsOftenAsTheConfidenceSays) {
  std::mt19937_64 random(7);
  for (const std::size_t count : {10u, 20u, 50u}) {
    int held = 0;
    constexpr int kTrials = 4000;
    for (int i = 0; i < kTrials; ++i) {
      const Ratio ratio =
          ratio_of_medians(around_a_million(random, count, 0.03), around_a_million(random, count, 0.03), 0.99);
      held += ratio.lower <= 1 && ratio.upper >= 1;
    }
    EXPECT_GT(held, 0.985 * kTrials) << count;
    EXPECT_LT(held, kTrials) << count << ": an interval that never misses is too wide";
  }
}

TEST(RatioOfMedians, AGapOfOneTimerStepIsWithinTheInterval) {
  const std::vector<double> before(20, 1024), after(20, 1056);
  const Ratio ratio = ratio_of_medians(before, after, 0.99);
  EXPECT_LE(ratio.lower, 1);
}

TEST(RatioOfMedians, AGapOfTwoTimerStepsIsNot) {
  std::vector<double> before(20, 1024);
  before[0] = 1056;
  const std::vector<double> after(20, 1088);
  EXPECT_GT(ratio_of_medians(before, after, 0.99).lower, 1);
}

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

}  // namespace
}  // namespace warpledger
