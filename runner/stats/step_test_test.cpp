#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "stats/change_points.h"

namespace warpledger {
namespace {

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
