#include "run/budget.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

TEST(BudgetTest, IsADurationOrANumberOfPoints) {
  EXPECT_EQ(parse_budget("10min", {}).time_s, 600);
  EXPECT_EQ(parse_budget("500 ms", {}).time_s, 0.5);
  EXPECT_EQ(parse_budget("8h", {}).time_s, 28'800);
  EXPECT_EQ(parse_budget("2h30min", {}).time_s, 9000);
  EXPECT_EQ(parse_budget("10min", {}).points, std::nullopt);
  EXPECT_EQ(parse_budget("200points", {}).points, 200);
  EXPECT_EQ(parse_budget("1 point", {}).points, 1);
  EXPECT_EQ(parse_budget("200points", {}).time_s, std::nullopt);
}

TEST(BudgetTest, IsNothingElse) {
  for (const char* text : {"", "10", "min", "points", "0points", "-3points", "2.5points", "1e3points", "10y", "ten min",
                           "99999999999999999999points", "0s", "nan s", "5points5"})
    EXPECT_THROW(parse_budget(text, {}), Error) << text;
}

}  // namespace
}  // namespace warpledger
