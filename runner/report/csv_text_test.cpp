#include "report/csv_text.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

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

}  // namespace
}  // namespace warpledger
