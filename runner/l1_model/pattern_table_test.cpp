#include "l1_model/pattern_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "l1_model/access_fixture.h"

namespace warpledger {
namespace {

/// Lanes without a common stride; differs by seed.
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

std::uint32_t conflicts(const WarpAccess& access) { return wavefronts(access) - least_wavefronts(access); }

TEST(BankConflicts, NeighbouringWordsHaveNone) {
  EXPECT_EQ(conflicts(strided(0, 4, 4)), 0u);
  EXPECT_EQ(conflicts(strided(4096 + 64, -4, 4)), 0u);
}

TEST(BankConflicts, AColumnOfATileOf32WordsWaits31Times) { EXPECT_EQ(conflicts(strided(0, 128, 4)), 31u); }

TEST(BankConflicts, AColumnOfAPaddedTileHasNone) { EXPECT_EQ(conflicts(strided(0, 132, 4)), 0u); }

TEST(BankConflicts, LanesThatShareAWordDoNotConflict) {
  EXPECT_EQ(conflicts(strided(256, 0, 4)), 0u);
  EXPECT_EQ(conflicts(strided(0, 1, 1)), 0u);
}

TEST(BankConflicts, EveryOtherWordHasOneConflict) { EXPECT_EQ(conflicts(strided(0, 8, 4)), 1u); }

TEST(BankConflicts, EightByteAccessesAreServedInTwoGroups) {
  EXPECT_EQ(conflicts(strided(0, 8, 8)), 0u);
  // 16 lanes per group at 16 bytes: 8 banks with 2 words, so one more wavefront per group.
  EXPECT_EQ(conflicts(strided(0, 16, 8)), 2u);
  EXPECT_EQ(conflicts(strided(0, 128, 8)), 30u);
}

TEST(BankConflicts, SixteenByteAccessesAreServedInFourGroups) {
  EXPECT_EQ(conflicts(strided(0, 16, 16)), 0u);
  EXPECT_EQ(conflicts(strided(0, 128, 16)), 28u);
}

TEST(BankConflicts, LanesThatTakeNoPartDoNotCount) {
  WarpAccess access = strided(0, 128, 4);
  access.active = 0x0000000f;
  EXPECT_EQ(conflicts(access), 3u);
  access.active = 1;
  EXPECT_EQ(conflicts(access), 0u);
}

using testing::ElementsAre;

TEST(Pattern, NeighbouringFloatsTouchOneLine) {
  const Pattern pattern = make_pattern(strided(1024, 4, 4));
  EXPECT_THAT(pattern.lines, ElementsAre(LineTouch{0, 0b1111}));
  EXPECT_EQ(pattern.sectors, 4u);
  EXPECT_EQ(pattern.lanes, 32u);
}

TEST(Pattern, FloatsThatStartInsideALineTouchTwo) {
  const Pattern pattern = make_pattern(strided(1024 + 32, 4, 4));
  EXPECT_THAT(pattern.lines, ElementsAre(LineTouch{0, 0b1110}, LineTouch{1, 0b0001}));
  EXPECT_EQ(pattern.sectors, 4u);
}

TEST(Pattern, MisalignedFloatsTouchAFifthSector) { EXPECT_EQ(make_pattern(strided(1024 + 4, 4, 4)).sectors, 5u); }

TEST(Pattern, AStrideOfALineTouches32SectorsAndConflicts31Times) {
  const Pattern pattern = make_pattern(strided(0, 128, 4));
  EXPECT_EQ(pattern.lines.size(), 32u);
  EXPECT_EQ(pattern.lines.back(), (LineTouch{31, 0b0001}));
  EXPECT_EQ(pattern.sectors, 32u);
  EXPECT_EQ(pattern.conflicts, 31u);
}

TEST(Pattern, AFloat4PerLaneTouches16Sectors) {
  const Pattern pattern = make_pattern(strided(0, 16, 16));
  EXPECT_EQ(pattern.lines.size(), 4u);
  EXPECT_EQ(pattern.sectors, 16u);
  EXPECT_EQ(pattern.conflicts, 0u);
}

TEST(Pattern, ABroadcastTouchesOneSector) { EXPECT_EQ(make_pattern(strided(96, 0, 4)).sectors, 1u); }

TEST(Pattern, AnAccessAcrossASectorsEndTouchesBoth) {
  WarpAccess access = strided(120, 0, 16);
  access.active = 1;
  EXPECT_THAT(make_pattern(access).lines, ElementsAre(LineTouch{0, 0b1000}, LineTouch{1, 0b0001}));
}

TEST(Pattern, FallingAddressesCountFromTheLowestLine) {
  EXPECT_EQ(base_line(strided(4096, -128, 4)), 1u);
  EXPECT_EQ(make_pattern(strided(4096, -128, 4)).lines.front().line, 0u);
}

TEST(Pattern, KnowsTheDataBankCyclesOfGlobalAndSharedMemory) {
  EXPECT_EQ(make_pattern(strided(0, 4, 4)).wavefronts, 1u);
  EXPECT_EQ(make_pattern(strided(0, 8, 4)).wavefronts, 2u);
  EXPECT_EQ(make_pattern(strided(0, 16, 16)).wavefronts, 4u);
  EXPECT_EQ(make_pattern(strided(0, 128, 4, AccessKind::load, Space::shared)).wavefronts, 32u);
  EXPECT_EQ(make_pattern(strided(0, 128, 4, AccessKind::load, Space::local)).wavefronts, 0u);
}

TEST(Pattern, FourTagsAreLookedUpACycle) {
  EXPECT_EQ(tag_cycles(make_pattern(strided(0, 4, 4))), 1u);
  EXPECT_EQ(tag_cycles(make_pattern(strided(0, 16, 16))), 1u) << "4 lines";
  EXPECT_EQ(tag_cycles(make_pattern(strided(64, 16, 16))), 2u) << "5 lines";
  EXPECT_EQ(tag_cycles(make_pattern(strided(0, 128, 4))), 8u);
  EXPECT_EQ(tag_cycles(make_pattern(strided(0, 128, 4, AccessKind::load, Space::shared))), 0u);
}

TEST(Pattern, LanesThatTakeNoPartTouchNothing) {
  WarpAccess access = strided(0, 128, 4);
  access.active = 0x80000000;
  EXPECT_THAT(make_pattern(access).lines, ElementsAre(LineTouch{0, 0b0001}));
  EXPECT_EQ(base_line(access), 31u);
}

TEST(Pattern, SharedMemoryHasConflictsAndNoSectors) {
  const Pattern pattern = make_pattern(strided(0, 128, 4, AccessKind::store, Space::shared));
  EXPECT_EQ(pattern.conflicts, 31u);
  EXPECT_EQ(pattern.sectors, 0u);
  EXPECT_TRUE(pattern.lines.empty());
}

TEST(Pattern, LocalMemoryIsInterleavedByLane) {
  // Independent of the host's addresses: word i of all lanes is one line of four sectors.
  EXPECT_EQ(make_pattern(strided(0, 65536, 4, AccessKind::load, Space::local)).sectors, 4u);
  EXPECT_EQ(make_pattern(strided(0, 65536, 16, AccessKind::load, Space::local)).sectors, 16u);
  WarpAccess half = strided(0, 65536, 8, AccessKind::load, Space::local);
  half.active = 0x0000ffff;
  EXPECT_EQ(make_pattern(half).sectors, 4u);
}

}  // namespace
}  // namespace warpledger
