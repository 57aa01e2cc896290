#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "l1_model/access_fixture.h"
#include "l1_model/pattern_table.h"

namespace warpledger {
namespace {

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
  // Wherever the host keeps the lanes' variables: word i of all lanes is one line of four sectors.
  EXPECT_EQ(make_pattern(strided(0, 65536, 4, AccessKind::load, Space::local)).sectors, 4u);
  EXPECT_EQ(make_pattern(strided(0, 65536, 16, AccessKind::load, Space::local)).sectors, 16u);
  WarpAccess half = strided(0, 65536, 8, AccessKind::load, Space::local);
  half.active = 0x0000ffff;
  EXPECT_EQ(make_pattern(half).sectors, 4u);
}

}  // namespace
}  // namespace warpledger
