// Reliability of changes on correlated noise.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "stats/change_points.h"
#include "stats/noise_fixture.h"

namespace warpledger {
namespace {

constexpr int kSeriesOfNoise = 500;

/// Counts the series of 100 unchanged values that get a change.
int false_series(NoiseFamily family, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  int result = 0;
  for (int i = 0; i < kSeriesOfNoise; ++i) result += !find_change_points(noise_of_run(family, random, 100), {}).empty();
  return result;
}

TEST(ChangePointsInDependentNoise, AreFoundInAtMostFiveOfAHundredSeriesWithoutAny) {
  for (const NoiseFamily family :
       {NoiseFamily::normal, NoiseFamily::correlated_3, NoiseFamily::correlated_6, NoiseFamily::humps_free,
        NoiseFamily::humps_by_run, NoiseFamily::lognormal, NoiseFamily::student_3, NoiseFamily::outliers,
        NoiseFamily::seasonal, NoiseFamily::run_offset})
    EXPECT_LE(false_series(family, 1), kSeriesOfNoise / 20) << static_cast<int>(family);
}

TEST(ChangePointsInTwoHumps, AreFoundInAtMostFiveOfAHundredSeriesWithoutAny) {
  for (const FreeHumps& humps : {FreeHumps{0.1, 0.002, 0.5},
                                 {0.05, 0.005, 0.5},
                                 {0.33, 0.01, 0.5},
                                 {0.1, 0.01, 0.3},
                                 {0.1, 0.005, 0.2},
                                 {0.33, 0.01, 0.1}}) {
    std::mt19937_64 random(5);
    int found = 0;
    for (int i = 0; i < kSeriesOfNoise; ++i)
      found += !find_change_points(noise_in_humps(humps, random, 60), {}).empty();
    EXPECT_LE(found, kSeriesOfNoise / 20) << humps.gap << ' ' << humps.jitter << ' ' << humps.share;
  }
}

TEST(ChangePointsInDependentNoise, OfFivePercentAreFoundAllTheSame) {
  std::mt19937_64 random(2);
  int found = 0;
  for (int i = 0; i < kSeriesOfNoise; ++i) {
    std::vector<double> values = noise_of_run(NoiseFamily::correlated_6, random, 100);
    for (std::size_t k = 50; k < values.size(); ++k) values[k] *= 1.05;
    found += find_change_points(values, {}).size() == 1;
  }
  EXPECT_GE(found, 0.9 * kSeriesOfNoise);
}

TEST(NoiseOfLevels, OfIndependentResidualsIsTheirDeviation) {
  std::mt19937_64 random(3);
  std::vector<double> values = noise_of_run(NoiseFamily::normal, random, 5000);
  for (double& value : values) value -= 1;
  EXPECT_NEAR(noise_of_levels(values, 1), 0.01, 0.0005);
}

TEST(NoiseOfLevels, OfDependentResidualsIsWhatTheirMeanVariesBy) {
  std::mt19937_64 random(4);
  std::vector<double> values = noise_of_run(NoiseFamily::correlated_6, random, 5000);
  for (double& value : values) value -= 1;
  EXPECT_NEAR(noise_of_levels(values, 1), 0.02, 0.002);  // times sqrt(1.6 / 0.4)
}

}  // namespace
}  // namespace warpledger
