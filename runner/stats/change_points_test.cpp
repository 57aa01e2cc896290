#include "stats/change_points.h"

#include <gmock/gmock.h>

#include <random>
#include <vector>

namespace warpledger {
namespace {

struct Level {
  double value = 0;
  std::size_t count = 0;
};

/// Normal noise of relative `deviation` around levels.
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

}  // namespace
}  // namespace warpledger
