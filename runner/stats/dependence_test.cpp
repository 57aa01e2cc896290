#include "stats/dependence.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "stats/noise_fixture.h"

namespace warpledger {
namespace {

double mean_dependence(NoiseFamily family, std::size_t count) {
  std::mt19937_64 random(5);
  double sum = 0;
  constexpr int kTrials = 300;
  for (int i = 0; i < kTrials; ++i) {
    const auto before = noise_of_run(family, random, count), after = noise_of_run(family, random, count);
    sum += dependence_of(before, after) / kTrials;
  }
  return sum;
}

TEST(Dependence, OfManySamplesIsTheTimeOfTheirAutocorrelation) {
  EXPECT_LT(mean_dependence(NoiseFamily::normal, 500), 1.3);
  EXPECT_NEAR(mean_dependence(NoiseFamily::correlated_6, 500), 4, 0.8);
  EXPECT_NEAR(mean_dependence(NoiseFamily::correlated_9, 500), 19, 4);
}

TEST(Dependence, OfFewSamplesIsRatherTooLarge) {
  EXPECT_GT(mean_dependence(NoiseFamily::correlated_3, 20), (1 + 0.3) / (1 - 0.3));
  EXPECT_GT(mean_dependence(NoiseFamily::correlated_6, 20), (1 + 0.6) / (1 - 0.6));
}

TEST(Dependence, OfSamplesThatAreAllAlikeIsNone) {
  const std::vector<double> alike(20, 5);
  EXPECT_EQ(dependence_of(alike, alike), 1);
}

TEST(Drift, IsTheDifferenceOfTheHalves) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(100 * (1 + 0.001 * (i * 7 % 11)) * (i < 20 ? 1 : 1.02));
  EXPECT_NEAR(drift_of(values), 0.02, 0.003);
}

TEST(Drift, ThatChanceMakesIsNone) {
  std::vector<double> values;
  for (int i = 0; i < 40; ++i) values.push_back(100 + i % 2);
  EXPECT_EQ(drift_of(values), 0);
}

TEST(TwoHumpsOfSamples, HaveTheirLevelsAndSwitches) {
  std::vector<double> values;
  for (int i = 0; i < 20; ++i) values.push_back((i / 5 % 2 == 0 ? 100 : 110) + 0.1 * (i % 3));
  const auto humps = two_humps_of(values);
  ASSERT_TRUE(humps);
  EXPECT_NEAR(humps->lower, 100.1, 0.1);
  EXPECT_NEAR(humps->upper, 110.1, 0.1);
  EXPECT_EQ(humps->switches, 3u);
}

TEST(TwoHumpsOfSamples, AreNotSeenInOneLevelWithOrWithoutOutliers) {
  std::mt19937_64 random(6);
  int seen = 0;
  for (int i = 0; i < 200; ++i)
    seen +=
        two_humps_of(noise_of_run(i % 2 == 0 ? NoiseFamily::normal : NoiseFamily::outliers, random, 50)).has_value();
  EXPECT_LE(seen, 2);
  EXPECT_FALSE(two_humps_of(std::vector<double>(20, 7)));
  EXPECT_FALSE(two_humps_of(std::vector<double>{1, 2, 1, 2, 1}));
}

}  // namespace
}  // namespace warpledger
