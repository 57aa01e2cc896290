#include "report/cell.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace warpledger {
namespace {

TEST(Cell, ANumberIsShownByItsFormatAndKeptExactly) {
  const auto number = std::get<NumberText>(decode(encode_number("%.1f", 5.375)));
  EXPECT_EQ(number.shown, "5.4");
  EXPECT_EQ(number.exact, "5.375");
}

TEST(Cell, BareNumbersAreShownInFull) {
  EXPECT_EQ(std::get<NumberText>(decode(std::int64_t{1179648})).shown, "1179648");
  EXPECT_EQ(std::get<NumberText>(decode(1179648.0)).shown, "1179648");
  EXPECT_EQ(std::get<NumberText>(decode(0.1)).exact, "0.1");
}

TEST(Cell, ABarComesBackWithItsParts) {
  const std::vector<BarPart> parts = {{'+', 0.01}, {',', 1e-7}, {'=', 1.3}};
  const Bar bar = std::get<Bar>(decode(encode_bar(parts)));
  ASSERT_EQ(bar.size(), 3);
  for (std::size_t i = 0; i < bar.size(); ++i) {
    EXPECT_EQ(bar[i].character, parts[i].character);
    EXPECT_EQ(bar[i].fraction, parts[i].fraction);
  }
}

TEST(Cell, AMarkWithoutSenseIsText) {
  const std::string mark(1, kCellMark);
  for (const std::string kind : {"", "%s", "%n", "%.1", "bar", "%.1f"})
    for (const std::string value : {"", "seven", "+", "+=", "+=x,-=1"})
      if (kind != "bar" || !value.empty()) {
        const std::string text = fmt::format("{0}{1}{0}{2}", mark, kind, value);
        EXPECT_TRUE(std::holds_alternative<std::string>(decode(text))) << kind << ' ' << value;
      }
  EXPECT_TRUE(std::holds_alternative<std::string>(decode(mark)));
  EXPECT_TRUE(std::holds_alternative<std::string>(decode(mark + "%.1f")));
}

TEST(Cell, InWordsAbsentIsNotAvailable) {
  EXPECT_EQ(in_words(Cell{}), "n/a");
  EXPECT_EQ(in_words(encode_number("%.2f", 2.52)), "2.52");
  EXPECT_EQ(in_words(std::string("two\nlines")), "two lines");
}

TEST(CsvText, WhatASpreadsheetTakesForAFormulaIsBehindAnApostrophe) {
  EXPECT_EQ(csv_text("=1+1"), "'=1+1");
  EXPECT_EQ(csv_text("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(csv_text("+cmd|' /C calc'!A0"), "'+cmd|' /C calc'!A0");
  EXPECT_EQ(csv_text("-2+3"), "'-2+3");
  EXPECT_EQ(csv_text("-"), "'-");
  EXPECT_EQ(csv_text("\t=1"), "'\t=1");
  EXPECT_EQ(csv_text("\r=1"), "'\r=1");
}

TEST(CsvText, NumbersAndAllOtherTextStayAsTheyAre) {
  for (const std::string text : {"-5", "+5", "-1.5e-3", "-1e999", "-inf", "", "a=b", "'", "'-5", " =1", "norm_base<4>"})
    EXPECT_EQ(csv_text(text), text);
}

TEST(CsvText, IsReadBackAsItWas) {
  for (const std::string text : {"=x", "'=x", "''=x", "-5", "'-5", "'", "", "x", "-", "\t"}) {
    EXPECT_EQ(text_of_csv(csv_text(text)), text);
  }
  EXPECT_EQ(csv_text("'=x"), "''=x");
}

TEST(CsvQuoted, QuotesOnlyWhereAFieldNeedsIt) {
  EXPECT_EQ(csv_quoted("a b"), "a b");
  EXPECT_EQ(csv_quoted("f<1,2>"), "\"f<1,2>\"");
  EXPECT_EQ(csv_quoted("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_quoted("two\r\nlines"), "\"two\r\nlines\"");
}

/// The bar of formulas S1 for `elements` in `time_us` on an RTX 4090: 41287.68 G FMA/s, 5160.96 GB/s L1-L2.
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
