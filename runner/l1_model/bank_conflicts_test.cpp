#include "l1_model/bank_conflicts.h"

#include <gtest/gtest.h>

#include "l1_model/access_fixture.h"

namespace warpledger {
namespace {

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
  // 16 lanes a group at 16 bytes: 8 places of 2 words, each by two lanes, so one more wavefront a group.
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

}  // namespace
}  // namespace warpledger
