#include "stats/newest_values.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "stats/noise_families.h"

namespace warpledger {
namespace {

/// Of a thousand series of `runs` values with 1 % noise: how many are suspected when the newest is `ratio` times
/// itself.
int suspected(double ratio, std::size_t runs, NoiseFamily family = NoiseFamily::normal) {
  std::mt19937_64 random(11);
  int result = 0;
  for (int i = 0; i < 1000; ++i) {
    std::vector<double> values = noise_of_run(family, random, runs);
    values.back() *= ratio;
    result += suspicion_of(values, {}).has_value();
  }
  return result;
}

TEST(NewestValue, OfFivePercentMoreInOnePercentNoiseIsSuspectedNextMorning) {
  EXPECT_GE(suspected(1.05, 31), 950);
  EXPECT_GE(suspected(1.05, 101), 950);
  EXPECT_GE(suspected(0.95, 51), 950);
}

TEST(NewestValue, OfASeriesWithoutAChangeIsSuspectedInAtMostOneOfAHundred) {
  for (const std::size_t runs : {20u, 50u, 100u}) EXPECT_LE(suspected(1, runs), 12) << runs;
  EXPECT_LE(suspected(1, 50, NoiseFamily::humps_free), 10);
  EXPECT_LE(suspected(1, 50, NoiseFamily::seasonal), 10);
}

TEST(NewestValues, AreSuspectedFromTheFirstOfThem) {
  std::mt19937_64 random(12);
  std::vector<double> values = noise_of_run(NoiseFamily::normal, random, 40);
  for (std::size_t i = 37; i < 40; ++i) values[i] *= 1.04;
  const auto found = suspicion_of(values, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->index, 37u);
  EXPECT_NEAR(found->before, 1, 0.01);
  EXPECT_NEAR(found->after, 1.04, 0.015);
  EXPECT_LT(found->probability, 0.01);
}

TEST(NewestValue, BelowTheLeastChangeOrAfterFewValuesIsNotSuspected) {
  std::vector<double> values(30, 100);
  values.back() = 100.9;
  EXPECT_FALSE(suspicion_of(values, {}));
  values.back() = 105;
  EXPECT_TRUE(suspicion_of(values, {}));
  EXPECT_FALSE(suspicion_of(std::vector<double>{1, 1, 1, 1, 1, 1, 1, 1, 1, 2}, {}));
}

}  // namespace
}  // namespace warpledger
