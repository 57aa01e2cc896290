#include "run/searched_points.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

Result took(double wall_s) { return {.wall_s = wall_s}; }

TEST(RestOfABudget, IsWhatThePointsOfBeforeHaveLeft) {
  const std::vector<Result> before = {took(2.5), took(1)};
  EXPECT_EQ(rest_of(parse_budget("10points", {}), before).points, 8);
  EXPECT_EQ(rest_of(parse_budget("10points", {}), before).time_s, std::nullopt);
  EXPECT_EQ(rest_of(parse_budget("10s", {}), before).time_s, 6.5);
}

TEST(RestOfABudget, IsSpentWhenNothingIsLeft) {
  const std::vector<Result> before = {took(2.5), took(1)};
  EXPECT_FALSE(is_spent(rest_of(parse_budget("3points", {}), before)));
  EXPECT_TRUE(is_spent(rest_of(parse_budget("2points", {}), before)));
  EXPECT_FALSE(is_spent(rest_of(parse_budget("4s", {}), before)));
  EXPECT_TRUE(is_spent(rest_of(parse_budget("3s", {}), before)));
}

}  // namespace
}  // namespace warpledger
