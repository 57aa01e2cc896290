#include "stats/rounds.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "stats/noise_fixture.h"
#include "stats/verdict.h"

namespace warpledger {
namespace {

constexpr std::size_t kSamples = 10;
constexpr std::size_t kMostRounds = 48;

/// Rank sums by hand: for 8 rounds, 1 of 256 outcomes has sum 0 and 2 have at most 1.
TEST(Rounds, BetweenLooksAreTooFewWhereTheyGiveNoInterval) {
  std::vector<double> times(11);
  for (std::size_t i = 0; i < times.size(); ++i) times[i] = 1000 + static_cast<double>(i);
  const auto has_interval = [&](std::size_t rounds, double confidence) {
    const std::span<const double> values(times.data(), rounds);
    return shift_of_rounds({values, rounds}, {values, rounds}, confidence).has_value();
  };
  EXPECT_TRUE(has_interval(9, 0.99));
  EXPECT_FALSE(has_interval(10, 0.99));  // second look: a third of the error, below the 1 in 512 of chance
  EXPECT_TRUE(has_interval(11, 0.99));
  EXPECT_FALSE(has_interval(9, 0.999));
  EXPECT_EQ(rounds_needed(3, 0.99), 9u);
  EXPECT_EQ(rounds_needed(10, 0.99), 11u);
}

TEST(SignedRanks, AreLimitedAsTablesSay) {
  EXPECT_EQ(signed_rank_limit(8, 0.99), 0);
  EXPECT_EQ(signed_rank_limit(7, 0.99), -1);
  EXPECT_EQ(signed_rank_limit(20, 0.95), 52);  // from Wilcoxon's table
  EXPECT_EQ(signed_rank_limit(25, 0.95), 89);
  EXPECT_EQ(signed_rank_limit(50, 0.99), 373);
  EXPECT_NEAR(static_cast<double>(signed_rank_limit(61, 0.99)), 589, 4);  // normal approximation from here on
}

TEST(Rounds, AreLookedAtMoreStrictlyEachTime) {
  EXPECT_EQ(next_look(0), 9u);
  EXPECT_EQ(next_look(9), 14u);
  EXPECT_EQ(next_look(13), 14u);
  EXPECT_EQ(next_look(14), 21u);
  EXPECT_DOUBLE_EQ(confidence_after(9, 0.99), 1 - 0.01 / 2);
  EXPECT_DOUBLE_EQ(confidence_after(10, 0.99), 1 - 0.01 / 6);
  EXPECT_DOUBLE_EQ(confidence_after(14, 0.99), 1 - 0.01 / 6);
  EXPECT_DOUBLE_EQ(confidence_after(21, 0.99), 1 - 0.01 / 12);
}

TEST(Rounds, HaveAnIntervalFromTheirLeastToTheirLargestRatioAtFirst) {
  std::vector<double> before, after;
  for (int i = 0; i < 9; ++i) {
    before.push_back(1e6 * (1 + i));  // drifts by far more than the sides differ
    after.push_back(1e6 * (1 + i) * (1.02 + 0.001 * (i - 4)));
  }
  const Shift shift = shift_of_rounds({before, 9}, {after, 9}, 0.99).value();
  EXPECT_NEAR(shift.ratio.value, 1.02, 1e-5);
  EXPECT_NEAR(shift.ratio.lower, 1.016, 1e-3);
  EXPECT_NEAR(shift.ratio.upper, 1.024, 1e-3);
}

TimedLaunches first_rounds(const std::vector<double>& noise, std::size_t rounds, double slower) {
  TimedLaunches launches;
  launches.rounds = rounds;
  for (std::size_t i = 0; i < kSamples * rounds; ++i) launches.samples_ns.push_back(1e6 * noise[i] * (1 + slower));
  return launches;
}

/// Returns the first verdict on identical work, or with one side slower.
Verdict verdict_on(NoiseFamily family, std::mt19937_64& random, double slower) {
  const NoiseInRounds noise = noise_in_rounds(family, random, kSamples, kMostRounds);
  Verdict verdict = Verdict::inconclusive;
  for (std::size_t rounds = next_look(0); verdict == Verdict::inconclusive && rounds <= kMostRounds;
       rounds = next_look(rounds))
    verdict = compare(first_rounds(noise.before, rounds, 0), first_rounds(noise.after, rounds, slower),
                      {.has_sm_clock = false})
                  .verdict;
  return verdict;
}

std::vector<NoiseFamily> all_families() {
  std::vector<NoiseFamily> all;
  for (std::size_t i = 0; i < kNoiseFamilyNames.size(); ++i) all.push_back(static_cast<NoiseFamily>(i));
  return all;
}

TEST(Rounds, OfIdenticalWorkAreFasterOrSlowerInAtMostOneOfAHundredWhateverTheNoise) {
  constexpr int kTrials = 400;
  for (const NoiseFamily family : all_families()) {
    std::mt19937_64 random(7);
    int gaps = 0;
    for (int i = 0; i < kTrials; ++i) {
      const Verdict verdict = verdict_on(family, random, 0);
      gaps += verdict == Verdict::slower || verdict == Verdict::faster;
    }
    EXPECT_LE(gaps, kTrials / 100 + 2) << kNoiseFamilyNames.at(static_cast<std::size_t>(family));
  }
}

TEST(Rounds, OfTwoPercentMoreAreAsGoodAsNeverTheSame) {
  constexpr int kTrials = 200;
  for (const NoiseFamily family : all_families()) {
    std::mt19937_64 random(8);
    int same = 0;
    for (int i = 0; i < kTrials; ++i) same += verdict_on(family, random, 0.02) == Verdict::same;
    EXPECT_LE(same, kTrials / 100 + 1) << kNoiseFamilyNames.at(static_cast<std::size_t>(family));
  }
}

TEST(Rounds, DecideWhereDriftAndTheOffsetOfARunLeaveRunsUndecided) {
  constexpr int kTrials = 100;
  for (const NoiseFamily family : {NoiseFamily::normal, NoiseFamily::drift, NoiseFamily::run_offset}) {
    std::mt19937_64 random(9);
    int same = 0, slower = 0;
    for (int i = 0; i < kTrials; ++i) {
      same += verdict_on(family, random, 0) == Verdict::same;
      slower += verdict_on(family, random, 0.02) == Verdict::slower;
    }
    EXPECT_GE(same, 95) << kNoiseFamilyNames.at(static_cast<std::size_t>(family));
    EXPECT_GE(slower, 95) << kNoiseFamilyNames.at(static_cast<std::size_t>(family));
  }
}

TEST(Rounds, ThatAreTooFewSaySo) {
  std::mt19937_64 random(10);
  const NoiseInRounds noise = noise_in_rounds(NoiseFamily::normal, random, kSamples, kMostRounds);
  const Comparison found =
      compare(first_rounds(noise.before, 8, 0), first_rounds(noise.after, 12, 0.5), {.has_sm_clock = false});
  EXPECT_EQ(found.verdict, Verdict::inconclusive);
  EXPECT_EQ(found.reason, "too few rounds: 8; 9 are needed");
}

TEST(Rounds, WithoutAClockInOneLaunchHaveNoCycles) {
  std::mt19937_64 random(11);
  const NoiseInRounds noise = noise_in_rounds(NoiseFamily::normal, random, kSamples, 9);
  TimedLaunches before = first_rounds(noise.before, 9, 0), after = first_rounds(noise.after, 9, 0.1);
  before.sm_clock_mhz = after.sm_clock_mhz = std::vector<double>(90, 1980);
  EXPECT_EQ(compare(before, after, {}).verdict, Verdict::slower);
  after.sm_clock_mhz[3] = std::nan("");
  EXPECT_THAT(compare(before, after, {}).reason, testing::HasSubstr("the SM clock was not read"));
}

}  // namespace
}  // namespace warpledger
