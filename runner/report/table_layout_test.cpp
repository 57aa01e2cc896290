#include "report/table_layout.h"

#include <gmock/gmock.h>

#include <numeric>

using testing::ElementsAre;
using testing::Le;
using testing::SizeIs;

namespace warpledger {
namespace {

std::size_t width_of(const ColumnBlock& block) {
  return std::accumulate(block.widths.begin(), block.widths.end(), block.widths.size() - 1);
}

TEST(FitColumns, ColumnsThatFitKeepTheirNaturalWidths) {
  const auto blocks = fit_columns({{10, 3}, {4, 4}}, 1, 15);
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_THAT(blocks[0].columns, ElementsAre(0, 1));
  EXPECT_THAT(blocks[0].widths, ElementsAre(10, 4));
}

TEST(FitColumns, TheWidestAreNarrowedFirst) {
  const auto blocks = fit_columns({{30, 5}, {8, 2}, {50, 5}}, 1, 40);
  ASSERT_THAT(blocks, SizeIs(1));
  EXPECT_THAT(blocks[0].widths, ElementsAre(15, 8, 15));
}

TEST(FitColumns, EveryColumnOfALineIsUsed) {
  const auto blocks = fit_columns({{30, 5}, {30, 5}}, 1, 40);
  EXPECT_THAT(blocks.at(0).widths, ElementsAre(20, 19));
}

TEST(FitColumns, WhatCannotBeNarrowedEnoughGoesBelowBehindTheKeys) {
  const auto blocks = fit_columns({{4, 4}, {2, 2}, {10, 10}, {10, 10}, {10, 10}}, 2, 29);
  ASSERT_THAT(blocks, SizeIs(2));
  EXPECT_THAT(blocks[0].columns, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(blocks[1].columns, ElementsAre(0, 1, 4));
  EXPECT_THAT(blocks[1].widths, ElementsAre(4, 2, 10));
}

TEST(FitColumns, JoinedColumnsStayTogetherWhereABlockCanHoldThem) {
  const auto blocks = fit_columns({{2, 2}, {10, 10}, {5, 5}, {5, 5, true}, {6, 6}, {6, 6, true}, {6, 6, true}}, 1, 20);
  ASSERT_THAT(blocks, SizeIs(4));
  EXPECT_THAT(blocks[0].columns, ElementsAre(0, 1));
  EXPECT_THAT(blocks[1].columns, ElementsAre(0, 2, 3));
  EXPECT_THAT(blocks[2].columns, ElementsAre(0, 4, 5));
  EXPECT_THAT(blocks[3].columns, ElementsAre(0, 6));
}

TEST(FitColumns, AColumnThatIsWiderThanALineIsSqueezedBesideTheKeys) {
  const auto blocks = fit_columns({{4, 4}, {500, 500}, {3, 3}}, 1, 20);
  ASSERT_THAT(blocks, SizeIs(2));
  EXPECT_THAT(blocks[0].widths, ElementsAre(4, 15));
  EXPECT_THAT(blocks[1].columns, ElementsAre(0, 2));
}

TEST(FitColumns, NoBlockIsWiderThanALineHoweverManyColumnsThereAre) {
  for (const std::size_t width : {9, 39, 59, 79, 119}) {
    std::vector<ColumnNeeds> needs;
    for (std::size_t i = 0; i < 300; ++i) needs.push_back({1 + i * 7 % 90, 1 + i * 7 % 45});
    std::size_t others = 0;
    for (const ColumnBlock& block : fit_columns(needs, 1, width)) {
      EXPECT_THAT(width_of(block), Le(width));
      EXPECT_EQ(block.columns.at(0), 0u);
      others += block.columns.size() - 1;
    }
    EXPECT_EQ(others, 299u);
  }
}

TEST(FitColumns, NoColumnsAreOneEmptyBlock) {
  ASSERT_THAT(fit_columns({}, 1, 20), SizeIs(1));
  EXPECT_THAT(fit_columns({}, 1, 20)[0].columns, SizeIs(0));
}

}  // namespace
}  // namespace warpledger
