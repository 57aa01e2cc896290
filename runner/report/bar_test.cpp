#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "report/cell.h"

namespace warpledger {
namespace {

/// The bar of S1's formulas for `elements` in `time_us` on an RTX 4090: 41287.68 G FMA/s, 5160.96 GB/s L1-L2.
std::string rtx4090_bar(double elements, double time_us) {
  const double fma = elements / 41287.68e3 / time_us;
  const std::vector<BarPart> parts = {{'+', 2 * fma}, {'-', 14 * fma}, {'*', 8 * elements / 5160.96e3 / time_us}};
  return draw_bar(parts, 33);
}

TEST(Bar, ShortRowsAreTheAssignmentsOwn) {
  EXPECT_EQ(rtx4090_bar(4718592, 149), "**");
  EXPECT_EQ(rtx4090_bar(4718592, 94.7), "-**");
  EXPECT_EQ(rtx4090_bar(4718592, 48.0), "-****");
  EXPECT_EQ(rtx4090_bar(4718592, 227), "*");
}

TEST(Bar, SmallerPartsStandInFront) {
  const std::vector<BarPart> parts = {{'*', 0.6}, {'+', 0.1}, {'-', 0.3}};
  EXPECT_EQ(draw_bar(parts, 10), "+--***");
}

TEST(Bar, EqualPartsShowOnlyTheFirst) {
  const std::vector<BarPart> parts = {{'+', 0.5}, {'*', 0.5}};
  EXPECT_EQ(draw_bar(parts, 10), "+++++");
}

TEST(Bar, HalfACharacterCounts) {
  const std::vector<BarPart> half = {{'*', 0.05}};
  const std::vector<BarPart> less = {{'*', 0.0499}};
  EXPECT_EQ(draw_bar(half, 10), "*");
  EXPECT_EQ(draw_bar(less, 10), "");
}

TEST(Bar, FullWidthHasNoArrow) {
  const std::vector<BarPart> parts = {{'*', 1.0}};
  EXPECT_EQ(draw_bar(parts, 5), "*****");
}

TEST(Bar, BeyondFullWidthEndsInAnArrow) {
  const std::vector<BarPart> parts = {{'+', 0.4}, {'*', 1.17}};
  EXPECT_EQ(draw_bar(parts, 5), "++**>");
}

TEST(Bar, AbsurdFractionsStayWithinTheLength) {
  const double infinite = std::numeric_limits<double>::infinity();
  const std::vector<BarPart> parts = {
      {'*', infinite}, {'+', -infinite}, {'-', std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_EQ(draw_bar(parts, 3), "**>");
  EXPECT_EQ(draw_bar(parts, 0), "");
}

TEST(Bar, InNumbersEveryPartHasItsCharacter) {
  const std::vector<BarPart> parts = {{'+', 0.123}, {'-', 0.4}, {'*', 0.5}};
  EXPECT_EQ(bar_in_numbers(parts), "+0.123 -0.400 *0.500");
}

}  // namespace
}  // namespace warpledger
