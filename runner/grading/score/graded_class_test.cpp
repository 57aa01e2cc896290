#include <gtest/gtest.h>

#include "base/error.h"
#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

TEST(GradedClass, HasTheRatioOfTheFirstRuleThatJudgesIt) {
  Grading grading = small_grading();
  grading.problems[0].rules[1].judged = RatioRule{};
  GradedSubmission one = anna();
  EXPECT_FALSE(ratio_of(grading, one));  // the first rule is undecided; the second ratio is another rule's
  one.sheet.problems[0].rules[1].ratio = Ratio{1.5, 1.4, 1.6};
  EXPECT_EQ(ratio_of(grading, one)->value, 1.5);
  EXPECT_EQ(ratio_of(small_grading(), one)->value, 0.9);
}

TEST(GradedClass, HasNoRatioAndNoRankWhereNoRuleComparesTimes) {
  Grading grading = small_grading();
  grading.problems[0].rules.pop_back();
  EXPECT_FALSE(is_ranked(grading));
  EXPECT_FALSE(ratio_of(grading, anna()));
  EXPECT_FALSE(standing_of(grading, anna()));
}

TEST(GradedClass, SaysARankWithWhetherItIsShared) {
  EXPECT_EQ(rank_text(Standing{3, 1}), "3");
  EXPECT_EQ(rank_text(Standing{3, 2}), "3=");
  EXPECT_EQ(rank_text(std::nullopt), "");
}

TEST(GradedClass, CountsAdjustmentsAsWhatTheyCameTo) {
  GradeSheet sheet;
  sheet.given = 0.3;
  sheet.total = 0.1;
  EXPECT_EQ(adjusted_points(sheet), -0.2);  // 0.1 - 0.3 is not exactly -0.2
}

TEST(GradedClass, ShowsPointsWithoutNeedlessDigits) {
  EXPECT_EQ(points_text(25), "25");
  EXPECT_EQ(points_text(62.352941), "62.3529");
  EXPECT_EQ(points_text(160.0 / 3), "53.3333");
}

TEST(GradedClass, HasNobodyElse) {
  try {
    submission_named(small_class(), "anne");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "session 5e55 has no submission 'anne'\nhint: did you mean 'anna'? allowed: anna, ben, carla");
  }
}

}  // namespace
}  // namespace warpledger
