#include "stats/change_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "stats/noise_fixture.h"

namespace warpledger {
namespace {

struct Level {
  double value = 0;
  std::size_t count = 0;
};

std::vector<double> series(const std::vector<Level>& levels, double deviation, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(1, deviation);
  std::vector<double> values;
  for (const Level& level : levels)
    for (std::size_t i = 0; i < level.count; ++i) values.push_back(level.value * noise(random));
  return values;
}

std::vector<std::size_t> places(const std::vector<double>& values, const ChangePointOptions& options = {}) {
  std::vector<std::size_t> result;
  for (const ChangePoint& point : find_change_points(values, options)) result.push_back(point.index);
  return result;
}

TEST(ChangePoints, AStepIsFoundWithItsLevelsAndProbability) {
  const auto found = find_change_points(series({{100, 30}, {120, 30}}, 0.01, 1), {});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].index, 30u);
  EXPECT_NEAR(found[0].before, 100, 1);
  EXPECT_NEAR(found[0].after, 120, 1);
  EXPECT_LT(found[0].probability, 0.01);
}

TEST(ChangePoints, AStepUpAndBackDownAreTwo) {
  EXPECT_THAT(places(series({{100, 40}, {115, 12}, {100, 48}}, 0.03, 2)), testing::ElementsAre(40, 52));
}

TEST(ChangePoints, SpikesAreNone) {
  auto values = series({{100, 60}}, 0.02, 3);
  values[20] = 500;
  values[21] = 300;
  values[45] = 5;
  EXPECT_THAT(places(values), testing::IsEmpty());
}

TEST(ChangePoints, ALevelShorterThanTheShortestSegmentIsNone) {
  const auto values = series({{100, 30}, {200, 4}, {100, 30}}, 0.01, 4);
  EXPECT_THAT(places(values), testing::IsEmpty());
  EXPECT_THAT(places(values, {.shortest_segment = 3}), testing::ElementsAre(30, 34));
}

TEST(ChangePoints, AStepBelowTheLeastChangeIsNone) {
  const auto values = series({{100, 40}, {102, 40}}, 0.001, 5);
  EXPECT_THAT(places(values), testing::ElementsAre(40));
  EXPECT_THAT(places(values, {.least_change = 0.03}), testing::IsEmpty());
}

TEST(ChangePoints, OfACounterThatNeverVariesButOnceIsFound) {
  EXPECT_THAT(places(series({{15.3, 10}, {0, 10}}, 0, 6)), testing::ElementsAre(10));
}

TEST(ChangePoints, OfASeriesOfZerosOrOfFewValuesAreNone) {
  EXPECT_THAT(places(std::vector<double>(50, 0)), testing::IsEmpty());
  EXPECT_THAT(places({1, 2, 3}), testing::IsEmpty());
  EXPECT_THAT(places({}), testing::IsEmpty());
}

TEST(ChangePoints, AreFoundInFewerThanOneOfTwentySeriesWithoutAny) {
  int alarms = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed)
    if (!places(series({{100, 100}}, 0.05, seed)).empty()) ++alarms;
  EXPECT_LT(alarms, 50);
}

TEST(ChangePoints, StepsOfFifteenPercentInFivePercentNoiseAreFound) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto indices = places(series({{100, 50}, {115, 50}}, 0.05, seed));
    found += indices.size() == 1 && indices[0] >= 45 && indices[0] <= 55;
  }
  EXPECT_GE(found, 190);
}

/// Counts suspicions in a thousand series of `runs` values with 1 % noise whose newest is multiplied by `ratio`.
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

TEST(ClearestStep, IsAtTheFirstValueOfTheNewLevel) {
  const std::vector<double> values = {1, 1, 1, 1, 2, 2, 2};
  const Step step = clearest_step(values, 0.1, 2);
  EXPECT_EQ(step.index, 4u);
  EXPECT_LT(step.probability, 0.01);
}

TEST(ClearestStep, IsNotMadeByASpike) {
  std::vector<double> values(40, 1);
  values[20] = 100;
  EXPECT_GT(clearest_step(values, 0.1, 5).probability, 0.05);
}

TEST(ClearestStep, OfASeriesTooShortForTwoSegmentsIsNone) {
  EXPECT_EQ(clearest_step(std::vector<double>{1, 1, 2, 2}, 0.1, 3).probability, 1);
}

TEST(ClearestStep, HasAProbabilityThatNoiseAloneReachesNoMoreOften) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise;
  int small = 0;
  constexpr int kTrials = 2000;
  for (int i = 0; i < kTrials; ++i) {
    std::vector<double> values(60);
    for (double& value : values) value = noise(random);
    small += clearest_step(values, 1, 5).probability < 0.05;
  }
  EXPECT_LT(small, 0.06 * kTrials);
  EXPECT_GT(small, 0.02 * kTrials);
}

TEST(NoiseBetweenNeighbours, IsTheDeviationOfValuesAroundALevelWithAStep) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> noise(0, 2);
  std::vector<double> values(4000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = noise(random) + (i < 2000 ? 0 : 100);
  EXPECT_NEAR(noise_between_neighbours(values), 2, 0.1);
}

TEST(NoiseBetweenNeighbours, OfOneValueIsZero) { EXPECT_EQ(noise_between_neighbours(std::vector<double>{7}), 0); }

}  // namespace
}  // namespace warpledger
