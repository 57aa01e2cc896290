#include <gtest/gtest.h>

#include <cmath>

#include "grading/score/grade_fixture.h"
#include "grading/score/grade_rule.h"

namespace warpledger {
namespace {

constexpr double kConfidence = 0.99;

TEST(RatioOverRounds, IsTheGeometricMeanOfPointsAndRounds) {
  const std::vector<TimedPoint> points = {timed_point("a", {2, 2}), timed_point("b", {8, 8})};
  EXPECT_NEAR(ratio_over_rounds(points, {}, kConfidence).ratio->value, 4, 1e-9);
}

TEST(RatioOverRounds, HasStudentsIntervalOverTheRounds) {
  // Logarithms -0.01, 0, 0.01: standard deviation 0.01; t(2 degrees of freedom, 99 %) is 9.925.
  const std::vector<TimedPoint> points = {timed_point("a", {std::exp(-0.01), 1, std::exp(0.01)})};
  const Ratio ratio = *ratio_over_rounds(points, {}, kConfidence).ratio;
  EXPECT_NEAR(ratio.value, 1, 1e-9);
  EXPECT_NEAR(ratio.upper, std::exp(9.925 * 0.01 / std::sqrt(3)), 1e-4);
  EXPECT_NEAR(ratio.lower, 1 / ratio.upper, 1e-9);
}

TEST(RatioOverRounds, IsWidenedByTheNoiseOfTheDevice) {
  // 1 % plus 1000 of 100000 ns: 2 %.
  const std::vector<TimedPoint> points = {timed_point("a", {1, 1, 1})};
  const Ratio ratio = *ratio_over_rounds(points, {.relative = 0.01, .offset_ns = 1000}, kConfidence).ratio;
  EXPECT_NEAR(ratio.upper, 1.02, 1e-9);
  EXPECT_NEAR(ratio.lower, 1 / 1.02, 1e-9);
}

TEST(RatioOverRounds, LeavesDisturbedRoundsOut) {
  std::vector<TimedPoint> points = {timed_point("a", {1, 1, 5}), timed_point("b", {1, 1, 5})};
  points[1].rounds[2].reference.disturbance = "throttled";
  const RoundsRatio found = ratio_over_rounds(points, {}, kConfidence);
  EXPECT_NEAR(found.ratio->value, 1, 1e-9);
  EXPECT_EQ(found.used_rounds, 2u);
  EXPECT_EQ(found.rounds, 3u);
  EXPECT_EQ(found.left_out->point, "b");
  EXPECT_TRUE(found.left_out->of_reference);
  EXPECT_EQ(found.left_out->disturbance, "throttled");
}

TEST(RatioOverRounds, IsAbsentWithOneRound) {
  std::vector<TimedPoint> points = {timed_point("a", {1, 1})};
  points[0].rounds[0].submission.samples_ns.clear();
  const RoundsRatio found = ratio_over_rounds(points, {}, kConfidence);
  EXPECT_FALSE(found.ratio);
  EXPECT_EQ(found.left_out->point, "a");
  EXPECT_FALSE(found.left_out->of_reference);
  EXPECT_EQ(found.left_out->disturbance, "") << "there is no time";
}

}  // namespace
}  // namespace warpledger
