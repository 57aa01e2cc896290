#include <gtest/gtest.h>

#include "l1_model/access_fixture.h"
#include "l1_model/quantities.h"
#include "l1_model/sm_caches.h"

namespace warpledger {
namespace {

constexpr std::uint64_t kLines = 960;
constexpr L1Parameters kCountedL1 = {.bytes = kLines * kLineBytes, .sets = 1};

/// Loads `lines` lines at a distance of `stride` lines, `rounds` times.
SmCounts cycle(std::uint64_t lines, int rounds, std::uint64_t stride = 1) {
  SmCaches caches(kCountedL1);
  std::uint64_t now = 0;
  const Pattern line = make_pattern(strided(0, 4, 4));
  AccessTotals totals;
  for (int round = 0; round < rounds; ++round)
    for (std::uint64_t i = 0; i < lines; ++i) {
      caches.request(line, i * stride, ++now, false);
      totals.add(line);
    }
  caches.add(totals);
  return caches.counts();
}

TEST(SmCounts, AStreamHasNoPressure) { EXPECT_EQ(cycle(10000, 1).pressure(), 0); }

TEST(SmCounts, PressureIsTheShareOfTheL1ThatHitsHangOn) {
  for (const double share : {0.1, 0.3, 0.5, 0.7, 1.0})
    EXPECT_NEAR(cycle(static_cast<std::uint64_t>(share * kLines), 10).pressure(), share, 0.126) << share;
  EXPECT_LE(cycle(450, 10).pressure(), 0.5);
  EXPECT_GT(cycle(510, 10).pressure(), 0.5);
}

TEST(SmCounts, PressureIsTheSameAtStridesOfPowersOfTwo) {
  for (std::uint64_t stride = 1; stride <= 4096; stride *= 2) {
    EXPECT_LE(cycle(440, 10, stride).pressure(), 0.5) << stride;
    EXPECT_GT(cycle(560, 10, stride).pressure(), 0.5) << stride;
  }
}

TEST(SmCounts, ACycleJustBeyondTheL1IsUnderPressureAndOneFarBeyondIsNot) {
  EXPECT_GT(cycle(1100, 10).pressure(), 1);
  EXPECT_EQ(cycle(3000, 10).pressure(), 0);
}

TEST(SmCounts, AFewReusesAmongManyMissesAreNoPressure) {
  SmCounts counts;
  counts.l1_missed_lines = 1000;
  counts.reuses[7] = 2;
  counts.reuses[1] = 1000;
  EXPECT_EQ(counts.pressure(), 2.0 / 8);
  counts.reuses[6] = 1;
  EXPECT_EQ(counts.pressure(), 7.0 / 8);
}

TEST(SmCounts, MissShareIsOfTheSectorsAskedFor) {
  EXPECT_EQ(cycle(8, 10).miss_share(), 0.1);
  EXPECT_EQ(SmCounts().miss_share(), 0);
}

TEST(SmCounts, SumsAddUp) {
  const SmCounts one = cycle(33, 2), other = cycle(1100, 3);
  SmCounts sum = one;
  sum += other;
  EXPECT_EQ(sum.accesses.of(Space::global, AccessKind::load), (AccessCounts{3366, 107712, 13464, 0}));
  EXPECT_EQ(sum.l1_read_sectors, (33 + 3300) * 4u);
  EXPECT_EQ(sum.loaded_sectors, (33 + 1100) * 4u);
  EXPECT_EQ(sum.l1_missed_lines, 33 + 3300u);
  EXPECT_GT(one.reuses[0], 0u);
  EXPECT_EQ(sum.reuses[0], one.reuses[0]);
  EXPECT_GT(other.reuses[9], 0u);
  EXPECT_EQ(sum.reuses[9], other.reuses[9]);
}

}  // namespace
}  // namespace warpledger
