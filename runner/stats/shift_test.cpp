#include "stats/shift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "model/samples.h"
#include "stats/noise_fixture.h"

namespace warpledger {
namespace {

std::vector<double> times(NoiseFamily family, std::mt19937_64& random, std::size_t count) {
  std::vector<double> values = noise_of_run(family, random, count);
  for (double& value : values) value *= 1e6;
  return values;
}

/// Counts the intervals that contain the true ratio of 1.
int held(NoiseFamily family, std::size_t count, int trials) {
  std::mt19937_64 random(7);
  int result = 0;
  for (int i = 0; i < trials; ++i) {
    const auto before = times(family, random, count), after = times(family, random, count);
    const Ratio ratio = shift_of(before, after, 0.99).ratio;
    result += ratio.lower <= 1 && ratio.upper >= 1;
  }
  return result;
}

TEST(HalfWidthBesideTwin, IsAboutThatOfTwoRunsAlike) {
  std::mt19937_64 random(7);
  for (const NoiseFamily family : {NoiseFamily::normal, NoiseFamily::lognormal, NoiseFamily::humps_free}) {
    std::vector<double> said, seen;
    for (int i = 0; i < 100; ++i) {
      const auto one = times(family, random, 100), other = times(family, random, 100);
      said.push_back(half_width_beside_twin(one, 0.99));
      const Ratio ratio = shift_of(one, other, 0.99).ratio;
      seen.push_back(std::log(ratio.upper / ratio.lower) / 2);
    }
    EXPECT_NEAR(median(said) / median(seen), 1.1, 0.2);
  }
  EXPECT_TRUE(std::isinf(half_width_beside_twin(std::vector<double>(9, 1.0), 0.99)));
}

TEST(PairwiseDifferences, HaveTheMedianAndTheRanksOfTheWholeList) {
  // ln of 1 and 8 over ln of 1, 2 and 4.
  const std::vector<double> before = {1, 2, 4}, after = {8, 1};
  const PairwiseDifferences differences(before, after);  // ratios 1/4, 1/2, 1, 2, 4, 8
  EXPECT_NEAR(differences.median(), std::log(std::sqrt(2.0)), 1e-9);
  EXPECT_NEAR(differences.interval(5).first, std::log(0.25), 1e-9);
  EXPECT_NEAR(differences.interval(5).second, std::log(8.0), 1e-9);
  EXPECT_NEAR(differences.interval(1).first, std::log(0.5), 1e-9);
  EXPECT_NEAR(differences.interval(1).second, std::log(4.0), 1e-9);
}

TEST(PairwiseDifferences, OfValuesThatNoLaunchHasComeToAnEnd) {
  const double inf = std::numeric_limits<double>::infinity();
  std::vector<double> before, after;
  for (int i = 0; i < 10; ++i) before.push_back(1e5 + i), after.push_back(1e5 + 2 * i);
  for (const double odd : {0.0, inf, -100.0, 1e300, 5e-324}) {
    std::vector<double> with_odd = after;
    with_odd.push_back(odd);
    PairwiseDifferences(before, with_odd).interval(2.576);
    PairwiseDifferences(with_odd, before).interval(2.576);
  }
  PairwiseDifferences(before, std::vector<double>(10, 0.0)).median();
}

TEST(PairwiseDifferences, AreFoundToTheirLastDigitWhereRatiosAreExtreme) {
  const std::vector<double> before = {5e-324, 1, 1}, after = {1, 1.7e308, 1};
  EXPECT_NEAR(PairwiseDifferences(before, after).median(), std::log(1.7e308), 1e-9);
}

TEST(Shift, IsAfterOverBefore) {
  const std::vector<double> before = {900, 1000, 1000, 1000, 1100}, after = {1800, 2000, 2000, 2000, 2200};
  EXPECT_NEAR(shift_of(before, after, 0.99).ratio.value, 2, 1e-9);
}

TEST(Shift, HoldsTheTrueRatioAsOftenAsTheConfidenceSays) {
  constexpr int kTrials = 2000;
  for (const NoiseFamily family :
       {NoiseFamily::normal, NoiseFamily::humps_free, NoiseFamily::lognormal, NoiseFamily::student_3,
        NoiseFamily::outliers, NoiseFamily::correlated_3, NoiseFamily::correlated_6})
    for (const std::size_t count : {10u, 20u, 50u})
      EXPECT_GE(held(family, count, kTrials), 0.985 * kTrials) << static_cast<int>(family) << ' ' << count;
}

TEST(Shift, OfOneTimerStepIsWithinTheInterval) {
  const std::vector<double> before(20, 1024), after(20, 1056);
  EXPECT_LE(shift_of(before, after, 0.99).ratio.lower, 1);
}

TEST(Shift, OfTwoTimerStepsIsNot) {
  std::vector<double> before(20, 1024);
  before[7] = 1056;
  const std::vector<double> after(20, 1088);
  EXPECT_GT(shift_of(before, after, 0.99).ratio.lower, 1);
}

TEST(Shift, IsLessProbableTheLessRunsDiffer) {
  const Shift shift{{1.02, 1.01, 1.03}, 0.003, 30, 1};
  EXPECT_LT(probability_of(shift, 0), 1e-4);
  EXPECT_NEAR(probability_of(shift, 0.01), 0.075, 0.01);
  EXPECT_EQ(probability_of({{1, 1, 1}, 0, 30, 1}, 0), 1);
}

}  // namespace
}  // namespace warpledger
