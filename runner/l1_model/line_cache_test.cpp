#include "l1_model/line_cache.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace warpledger {
namespace {

/// Touches lines 0, stride, 2 stride ... `times` times; returns the misses of the last round.
int misses_of_last_round(LineCache& cache, std::uint64_t lines, std::uint64_t stride, int times) {
  int misses = 0;
  std::uint64_t now = 0;
  for (int round = 0; round < times; ++round) {
    misses = 0;
    for (std::uint64_t i = 0; i < lines; ++i) misses += cache.touch(i * stride, 1, ++now) != 0;
  }
  return misses;
}

TEST(LineCache, FetchesTheMissingSectorsOfALineThatIsThere) {
  LineCache cache({.lines = 4});
  EXPECT_EQ(cache.touch(7, 0b0011, 1), 0b0011);
  EXPECT_EQ(cache.touch(7, 0b0111, 2), 0b0100);
  EXPECT_EQ(cache.touch(7, 0b0111, 3), 0);
}

TEST(LineCache, KeepsWhatFitsAndLosesACycleThatDoesNot) {
  for (const std::uint32_t sets : {1, 16}) {
    LineCache fits({.lines = 960, .sets = sets});
    EXPECT_EQ(misses_of_last_round(fits, sets == 1 ? 960 : 700, 1, 3), 0);
    LineCache thrashes({.lines = 960, .sets = sets});
    EXPECT_EQ(misses_of_last_round(thrashes, 2000, 1, 3), 2000);
  }
}

TEST(LineCache, TheLeastRecentlyUsedLineMakesRoom) {
  LineCache cache({.lines = 3});
  for (const std::uint64_t line : {1, 2, 3, 1, 4}) cache.touch(line, 1, line);
  EXPECT_EQ(cache.touch(1, 1, 9), 0);
  EXPECT_EQ(cache.touch(3, 1, 9), 0);
  EXPECT_EQ(cache.touch(2, 1, 9), 1);
}

TEST(LineCache, StridesOfPowersOfTwoUseEverySet) {
  for (std::uint64_t stride = 1; stride <= 65536; stride *= 2) {
    LineCache cache({.lines = 960, .sets = 16});
    EXPECT_EQ(misses_of_last_round(cache, 480, stride, 3), 0) << stride;
  }
}

TEST(LineCache, MissesOfACycleSetInLittleByLittleAroundTheCapacity) {
  int before = 0;
  for (const std::uint64_t lines : {1800, 1900, 2000, 2100, 2200}) {
    LineCache cache({.lines = 1984, .sets = 16});
    const int misses = misses_of_last_round(cache, lines, 1, 3);
    EXPECT_GT(misses, before);
    EXPECT_LT(misses, static_cast<int>(lines));
    before = misses;
  }
}

TEST(LineCache, KeepsTheNumberThatIsPutToALine) {
  LineCache cache({.lines = 2});
  cache.touch(1, 1, 1);
  cache.arrival() = 70;
  cache.touch(2, 1, 2);
  EXPECT_EQ(cache.arrival(), 0u);
  cache.touch(1, 1, 3);
  EXPECT_EQ(cache.arrival(), 70u);
}

TEST(LineCache, ALineIsVoidAfterItsLifetime) {
  LineCache cache({.lines = 2, .lifetime = 10});
  EXPECT_EQ(cache.touch(1, 0b11, 5), 0b11);
  EXPECT_EQ(cache.touch(1, 0b01, 15), 0);  // a touch restarts the lifetime
  EXPECT_EQ(cache.touch(1, 0b11, 25), 0);
  EXPECT_EQ(cache.touch(1, 0b01, 36), 0b01);
}

TEST(SectorSet, CountsEachSectorOnce) {
  SectorSet set;
  EXPECT_EQ(set.insert(5, 0b0101), 2u);
  EXPECT_EQ(set.insert(5, 0b0111), 1u);
  EXPECT_EQ(set.insert(5, 0b0111), 0u);
  EXPECT_EQ(set.insert(6, 0b0111), 3u);
}

TEST(SectorSet, RemembersAllWhileItGrows) {
  SectorSet set;
  for (std::uint64_t line = 0; line < 100000; ++line) ASSERT_EQ(set.insert(line * 37, 0b1001), 2u);
  for (std::uint64_t line = 0; line < 100000; ++line) ASSERT_EQ(set.insert(line * 37, 0b1111), 2u);
}

}  // namespace
}  // namespace warpledger
