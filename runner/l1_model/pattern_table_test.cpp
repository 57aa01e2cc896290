#include "l1_model/pattern_table.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "l1_model/access_fixture.h"

namespace warpledger {
namespace {

/// Lanes at places that no stride explains, other places for another seed.
WarpAccess irregular(std::uint64_t seed) {
  WarpAccess access = strided(0, 4, 4);
  for (std::uint64_t lane = 0; lane < 32; ++lane) access.address[lane] = (lane * lane * 31 + seed * lane) * 4;
  return access;
}

TEST(PatternTable, AccessesThatDifferByWholeLinesShareAPattern) {
  PatternTable table;
  const auto first = table.find_or_add(strided(64, 4, 4));
  const auto moved = table.find_or_add(strided(64 + 128 * 1000, 4, 4));
  EXPECT_EQ(first.number, moved.number);
  EXPECT_EQ(moved.base_line - first.base_line, 1000u);
}

TEST(PatternTable, TellsApartWhateverChangesThePattern) {
  PatternTable table;
  const auto first = table.find_or_add(strided(64, 4, 4)).number;
  EXPECT_NE(table.find_or_add(strided(96, 4, 4)).number, first);
  EXPECT_NE(table.find_or_add(strided(64, 8, 4)).number, first);
  EXPECT_NE(table.find_or_add(strided(64, -4, 4)).number, first);
  EXPECT_NE(table.find_or_add(strided(64, 4, 2)).number, first);
  EXPECT_NE(table.find_or_add(strided(64, 4, 4, AccessKind::store)).number, first);
  EXPECT_NE(table.find_or_add(strided(64, 4, 4, AccessKind::load, Space::shared)).number, first);
  WarpAccess part = strided(64, 4, 4);
  part.active = 0x0000ffff;
  EXPECT_NE(table.find_or_add(part).number, first);
  EXPECT_EQ(table.find_or_add(strided(64, 4, 4)).number, first);
}

TEST(PatternTable, AFallingStrideCountsFromTheLastLane) {
  PatternTable table;
  const auto match = table.find_or_add(strided(12800, -128, 4));
  EXPECT_EQ(match.base_line, 100u - 31);
  EXPECT_EQ(table[*match.number].lines.front(), (LineTouch{0, 0b0001}));
}

TEST(PatternTable, WhatLanesThatTakeNoPartHoldDoesNotMatter) {
  PatternTable table;
  WarpAccess one = irregular(1), other = irregular(1);
  one.active = other.active = 0x0000fff0;
  other.address[0] = 1;
  other.address[31] = 1ULL << 60;
  EXPECT_EQ(table.find_or_add(one).number, table.find_or_add(other).number);
}

TEST(PatternTable, AStrideTooWideForItsKeyIsStillRight) {
  PatternTable table;
  const auto wide = table.find_or_add(strided(0, std::int64_t{1} << 33, 4));
  const auto narrow = table.find_or_add(strided(0, 0, 4));
  EXPECT_NE(wide.number, narrow.number);
  EXPECT_EQ(table[*wide.number].lines.size(), 32u);
}

TEST(PatternTable, KeepsNoMoreIrregularPatternsThanItsLimit) {
  PatternTable table;
  for (std::uint64_t seed = 1; seed <= PatternTable::kMaxIrregular; ++seed)
    ASSERT_TRUE(table.find_or_add(irregular(seed)).number);
  EXPECT_FALSE(table.find_or_add(irregular(PatternTable::kMaxIrregular + 1)).number);
  EXPECT_TRUE(table.find_or_add(irregular(7)).number);
  EXPECT_TRUE(table.find_or_add(strided(0, 12, 4)).number);
}

}  // namespace
}  // namespace warpledger
