#include <gtest/gtest.h>

#include "grading/score/graded_class.h"
#include "grading/score/graded_class_fixture.h"

namespace warpledger {
namespace {

GradedSubmission ended(Outcome outcome) {
  GradedSubmission made = ben();
  for (RuleGrade& rule : made.sheet.problems[0].rules)
    std::get<CorrectFinding>(rule.finding).first_wrong->outcome = outcome;
  return made;
}

std::string why(const GradedSubmission& submission) {
  const auto found = why_zero(small_grading(), submission);
  return found ? std::string(name_of(*found)) : "";
}

/// Every point is correct, and the second rule gives nothing.
GradedSubmission without(RuleVerdict verdict, RuleFinding finding) {
  GradedSubmission made = anna();
  made.sheet.total = made.sheet.given = 0;
  for (RuleGrade& rule : made.sheet.problems[0].rules) rule = {.possible = 10};
  made.sheet.problems[0].rules[1] = {.verdict = verdict, .possible = 10, .finding = std::move(finding)};
  return made;
}

TEST(WhyZero, IsHowTheFirstPointEndedThatIsNotRight) {
  EXPECT_EQ(why(ended(Outcome::incorrect)), "wrong");
  EXPECT_EQ(why(ended(Outcome::compile_failed)), "does not compile");
  EXPECT_EQ(why(ended(Outcome::timed_out)), "runs out of time");
  EXPECT_EQ(why(ended(Outcome::invalid_point)), "cannot be launched");
  EXPECT_EQ(why(ended(Outcome::crashed)), "crashes");
}

TEST(WhyZero, IsThatASubmissionWasRefusedBeforeAllElse) {
  GradedSubmission refused = ended(Outcome::compile_failed);
  refused.refused = true;
  EXPECT_EQ(why(refused), "refused");
}

TEST(WhyZero, IsAbsentWherePointsAre) {
  EXPECT_EQ(why(anna()), "");
  EXPECT_EQ(why(carla()), "");
}

TEST(WhyZero, OfWhatIsRightIsWhatItMissesOrThatNothingCanBeJudged) {
  EXPECT_EQ(why(without(RuleVerdict::not_met, GoalFinding{.points = 1})), "misses goals");
  EXPECT_EQ(why(without(RuleVerdict::cannot_judge, Incomplete{})), "not finished");
  EXPECT_EQ(why(without(RuleVerdict::cannot_judge, NotTimed{})), "open");
  Grading timed = small_grading();
  timed.problems[0].rules[1].judged = RatioRule{};
  EXPECT_EQ(why_zero(timed, without(RuleVerdict::not_met, RatioFinding{})), WhyZero::too_slow);
}

TEST(WhyZero, MayBeAnAdjustment) {
  GradedSubmission copied = anna();
  copied.sheet.total = 0;
  EXPECT_EQ(why(copied), "adjusted");
}

}  // namespace
}  // namespace warpledger
