#include "stats/recent_change.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "stats/noise_fixture.h"
#include "stats/past_suspicions.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

using testing::ElementsAre;

/// Noise around 1, multiplied by `step` from `index` on.
std::vector<double> with_step(std::uint64_t seed, std::size_t count, std::size_t index, double step) {
  std::mt19937_64 random(seed);
  std::vector<double> values = noise_of_run(NoiseFamily::normal, random, count);
  for (std::size_t i = index; i < count; ++i) values[i] *= step;
  return values;
}

/// Returns the change, or else the suspicion.
std::optional<RecentChange> change_in(const std::vector<double>& values, std::size_t first) {
  const auto found = recent_changes(values, find_change_points(values, {}), first, values.size(), {});
  return found.empty() ? std::nullopt : std::optional(found.front());
}

TEST(RecentChange, IsOneOfThePeriodAlone) {
  const std::vector<double> values = with_step(1, 60, 40, 1.1);
  const auto found = change_in(values, 35);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->index, 40u);
  EXPECT_FALSE(found->is_suspected);
  EXPECT_LT(found->probability, 1e-6);
  EXPECT_FALSE(change_in(values, 41));
}

TEST(RecentChange, IsSuspectedWhereTooFewRunsMakeALevel) {
  const auto found = change_in(with_step(2, 60, 58, 1.1), 50);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->index, 58u);
  EXPECT_TRUE(found->is_suspected);
  EXPECT_FALSE(change_in(with_step(2, 60, 58, 1.1), 59)) << "it began before the period";
}

TEST(RecentChange, IsWhatCameOfAllChangesOfThePeriod) {
  std::vector<double> values = with_step(3, 90, 30, 1.05);
  for (std::size_t i = 60; i < 90; ++i) values[i] *= 1.3;
  const auto both = change_in(values, 0);
  EXPECT_EQ(both->index, 60u) << "the larger step";
  EXPECT_NEAR(both->after / both->before, 1.05 * 1.3, 0.02);
  EXPECT_FALSE(both->is_reverted);
}

TEST(RecentChange, ThatWasTakenBackSaysSo) {
  std::vector<double> values = with_step(3, 90, 30, 1.1);
  for (std::size_t i = 60; i < 90; ++i) values[i] /= 1.1;
  EXPECT_TRUE(change_in(values, 0)->is_reverted);
  EXPECT_FALSE(change_in(values, 50)->is_reverted) << "before the period it was the slower one";
}

TEST(NewestSuspicion, IsOfRunsFarFromAYoungLevel) {
  std::vector<double> values = with_step(7, 150, 143, 1.03);
  const std::vector<ChangePoint> young = {{.index = 143, .before = 1, .after = 1.03, .probability = 0.01}};
  EXPECT_FALSE(newest_suspicion(values, young, {}));
  for (std::size_t i = 148; i < 150; ++i) values[i] *= 1.3;
  const auto found = recent_changes(values, young, 140, values.size(), {});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].index, 148u);
  EXPECT_TRUE(found[1].is_suspected);
  EXPECT_NEAR(found[1].after / found[1].before, 1.3, 0.03);
  EXPECT_LT(found[1].probability, 1e-6);
}

TEST(NewestSuspicion, IsRareRightAfterAChange) {
  int suspected = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const std::vector<double> values = with_step(seed, 60, 52, 1.1);
    suspected += newest_suspicion(values, find_change_points(values, {}), {}).has_value();
  }
  EXPECT_LE(suspected, 10);
}

TEST(SizeOfAChange, IsAShareOfTheLargerLevel) {
  EXPECT_DOUBLE_EQ(size_of_change(1, 2), 0.5);
  EXPECT_DOUBLE_EQ(size_of_change(2, 1), -0.5);
  EXPECT_DOUBLE_EQ(size_of_change(0, 15), 1);
  EXPECT_DOUBLE_EQ(size_of_change(0, 0), 0);
}

TEST(RelativeChange, IsOfTheLevelBeforeAndUpwardsAboveZero) {
  EXPECT_DOUBLE_EQ(*relative_change(100, 105), 0.05);
  EXPECT_DOUBLE_EQ(*relative_change(-10, -15), -0.5);
  EXPECT_DOUBLE_EQ(*relative_change(-10, 5), 1.5);
  EXPECT_FALSE(relative_change(0, 15.3));
}

TEST(BenjaminiAndHochberg, HoldWhatIsSmallEnoughForItsPlaceAndAllThatIsSmaller) {
  // The third is above level / tested but not above 3 * level / tested, so the smaller first one holds as well.
  EXPECT_THAT(holding_by_benjamini_hochberg(std::vector{0.025, 0.001, 0.029, 0.2}, 10, 0.1),
              ElementsAre(true, true, true, false));
  EXPECT_THAT(holding_by_benjamini_hochberg(std::vector{0.025, 0.001, 0.029, 0.2}, 100, 0.1),
              ElementsAre(false, true, false, false));
  EXPECT_TRUE(holding_by_benjamini_hochberg({}, 10, 0.1).empty());
}

/// Returns on how many of 50 nights any of 50 unchanged series of 100 runs is reported.
int nights_with_a_false_alarm(NoiseFamily family) {
  constexpr std::size_t kRuns = 100, kFirst = 93, kSeries = 50;
  std::vector<std::int64_t> runs(kRuns);
  std::iota(runs.begin(), runs.end(), 0);
  std::mt19937_64 random(4);
  int nights = 0;
  for (int night = 0; night < 50; ++night) {
    PastSuspicions past;
    std::vector<RecentChange> found;
    for (std::size_t i = 0; i < kSeries; ++i) {
      const std::vector<double> values = noise_of_run(family, random, kRuns);
      const auto changes = find_change_points(values, {});
      past.add(values, runs, kFirst, changes, {});
      const auto changes_of_period = recent_changes(values, changes, kFirst, values.size(), {});
      found.insert(found.end(), changes_of_period.begin(), changes_of_period.end());
    }
    const auto holds = holding_changes(found, past.tail(), kSeries, 0.01);
    nights += std::count(holds.begin(), holds.end(), true) > 0;
  }
  return nights;
}

TEST(RecentChanges, OfManySteadySeriesAreRarelyTold) {
  for (const NoiseFamily family :
       {NoiseFamily::normal, NoiseFamily::correlated_6, NoiseFamily::student_3, NoiseFamily::outliers})
    EXPECT_LE(nights_with_a_false_alarm(family), 5) << static_cast<int>(family);
}

}  // namespace
}  // namespace warpledger
