#include "grading/score/rule_text.h"

#include <gtest/gtest.h>

namespace warpledger {
namespace {

GradingRule rule(decltype(GradingRule::judged) judged, const std::string& where = "") {
  GradingRule made{.judged = std::move(judged), .points = 10, .where = {}, .place = {}};
  if (!where.empty()) made.where = PointCondition{.sql = where, .place = {}};
  return made;
}

GoalRule goal(Credit credit) {
  return {.goal = {.sql = "bank_conflicts_per_request <= 0.1", .place = {}}, .credit = credit};
}

TEST(RuleText, SaysWhatMustBeCorrectAndWhere) {
  EXPECT_EQ(rule_text(rule(CorrectRule{})), "every point correct");
  EXPECT_EQ(rule_text(rule(CorrectRule{}, "d_l >= 8")), "every point correct where d_l >= 8");
  EXPECT_EQ(rule_text(rule(CorrectRule{Credit::share})), "the share of points that are correct");
}

TEST(RuleText, ShowsAGoalAsItWasWritten) {
  EXPECT_EQ(rule_text(rule(goal(Credit::all), "grp_size = d_l")),
            "bank_conflicts_per_request <= 0.1 where grp_size = d_l");
  EXPECT_EQ(rule_text(rule(goal(Credit::share))), "the share of points with bank_conflicts_per_request <= 0.1");
}

TEST(RuleText, SaysHowManyPointsMustMeetAGoal) {
  GoalRule most = goal(Credit::all);
  most.least = 0.75;
  EXPECT_EQ(rule_text(rule(most, "d_l > 4")),
            "at least 75 % of the points with bank_conflicts_per_request <= 0.1 where d_l > 4");
}

TEST(RuleText, SaysBetweenWhichRatiosPointsFall) {
  EXPECT_EQ(rule_text(rule(RatioRule{1.1, 4})), "time relative to the reference's: full marks up to 1.1, none from 4");
  EXPECT_EQ(rule_text(rule(RatioRule{1.1, 4}, "d_l > 4")),
            "time relative to the reference's where d_l > 4: full marks up to 1.1, none from 4");
}

TEST(RuleText, ListsTheTimesOfATimeRule) {
  EXPECT_EQ(rule_text(rule(TimeRule{{{150, 10}, {200, 2.5}}})),
            "time of the slowest point: 10 points up to 150 µs, 2.5 points up to 200 µs");
}

TEST(RuleText, SaysByWhatAClassIsRanked) {
  EXPECT_EQ(rule_text(rule(RankRule{}, "warps = 32")),
            "rank in the class by the time relative to the reference's where warps = 32");
}

}  // namespace
}  // namespace warpledger
