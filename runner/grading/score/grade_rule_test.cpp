#include "grading/score/grade_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grading/score/grade_fixture.h"
#include "grading/score/rule_text.h"

namespace warpledger {
namespace {

const CheckedPoint kRight = {.name = "a", .outcome = Outcome::ok, .reason = ""};
const CheckedPoint kWrong = {.name = "b", .outcome = Outcome::incorrect, .reason = "y[3] = 0"};
const GoalPoint kMet = {.name = "a", .met = true, .numbers = {{"x", 0.5}}};
const GoalPoint kMissed = {.name = "b", .met = false, .numbers = {{"x", 2.0}}};
const GoalPoint kUnknown = {.name = "c", .met = {}, .numbers = {{"x", {}}}, .absent = {{"no permission", {"x"}}}};

struct Graded : RuleGrade {
  GradingRule rule;
  std::string text() const { return finding_text(rule, *this); }
};

void expect(const Graded& grade, RuleVerdict verdict, double given, const std::string& sentence) {
  EXPECT_EQ(name_of(grade.verdict), name_of(verdict));
  EXPECT_DOUBLE_EQ(grade.given, given);
  EXPECT_EQ(grade.text(), sentence);
}

/// Grades a submission whose points are all correct.
Graded graded(const GradingRule& rule, const RuleEvidence& evidence) {
  return {grade_rule(rule, evidence, {.checked = {kRight}, .rules = {}, .timed = true}, {}, {}), rule};
}

const Incomplete kInterrupted = {
    .why = Incomplete::Why::interrupted, .run = "1a2b3c4d5e", .outcome = "interrupted", .recorded = 3, .planned = 40};

Graded checked(Credit credit, const std::vector<CheckedPoint>& points,
               const std::optional<Incomplete>& incomplete = {}) {
  const GradingRule rule = rule_of(CorrectRule{credit}, 20);
  return {
      grade_rule(rule, {.checked = points, .goals = {}, .timed = {}}, {.checked = points, .rules = {}}, incomplete, {}),
      rule};
}

Graded goal(Credit credit, const std::vector<GoalPoint>& points) {
  return graded(rule_of(goal_rule(credit), 10), {.checked = {}, .goals = points, .timed = {}});
}

Graded ratio(const std::vector<TimedPoint>& points) {
  return graded(rule_of(RatioRule{1.5, 3.5}, 10), {.checked = {}, .goals = {}, .timed = points});
}

Graded time(const std::vector<TimedPoint>& points) {
  return graded(rule_of(TimeRule{{{150, 10}, {200, 5}}}, 10), {.checked = {}, .goals = {}, .timed = points});
}

TEST(CorrectRules, AreOpenWherePointsSayNothingOfTheSubmission) {
  const CheckedPoint open{"f n=7", Outcome::invalid_point, "hw.cu:2: asm is not plain", true};
  const CheckedPoint wrong{"f n=8", Outcome::incorrect, "y[3] is nan"};
  const std::string text = "1 of 2 points is open; the first: f n=7: hw.cu:2: asm is not plain";
  expect(checked(Credit::all, {kRight, open}), RuleVerdict::cannot_judge, 0, text);
  expect(checked(Credit::share, {kRight, open}), RuleVerdict::cannot_judge, 0, text);
  expect(checked(Credit::all, {open, wrong}), RuleVerdict::not_met, 0,
         "1 of 2 points is not correct; the first: f n=8: incorrect, y[3] is nan");
}

TEST(GoalRules, AreOpenWherePointsSayNothingOfTheSubmission) {
  const CheckedPoint open{"f n=7", Outcome::invalid_point, "refused", true};
  const GradingRule rule = rule_of(goal_rule(Credit::all), 10);
  expect({grade_rule(rule, {}, {.checked = {open}, .rules = {}}, {}, {}), rule}, RuleVerdict::cannot_judge, 0,
         "1 of 1 point is open; the first: f n=7: refused");
}

TEST(CorrectRules, GiveAllForRightPoints) {
  expect(checked(Credit::all, {kRight, kRight}), RuleVerdict::met, 20, "all 2 points are correct");
}

TEST(CorrectRules, GiveNothingForOneWrongPoint) {
  expect(checked(Credit::all, {kRight, kWrong, kRight}), RuleVerdict::not_met, 0,
         "1 of 3 points is not correct; the first: b: incorrect, y[3] = 0");
}

TEST(CorrectRules, GiveTheShareOfRightPoints) {
  expect(checked(Credit::share, {kWrong, kWrong, kRight, kRight}), RuleVerdict::partly, 10,
         "2 of 4 points are not correct; the first: b: incorrect, y[3] = 0");
  EXPECT_EQ(checked(Credit::share, {kWrong}).verdict, RuleVerdict::not_met);
}

TEST(CorrectRules, CannotJudgeWhatWasNotRun) {
  expect(checked(Credit::all, {kRight}, kInterrupted), RuleVerdict::cannot_judge, 0,
         "run 1a2b3c4d is interrupted: 3 of 40 points have an outcome");
  expect(checked(Credit::all, {}), RuleVerdict::cannot_judge, 0, "no point was measured");
  Incomplete skipped = kInterrupted;
  skipped.reason = "1 point took 10 s without a result; the others were skipped";
  EXPECT_THAT(checked(Credit::all, {kRight}, skipped).text(),
              testing::EndsWith("have an outcome; 1 point took 10 s without a result; the others were skipped"));
  EXPECT_EQ(checked(Credit::share, {kWrong, kRight}, kInterrupted).verdict, RuleVerdict::cannot_judge);
}

TEST(CorrectRules, AreJudgedByThePointsOfTheirOwnWhereThoughAKernelHasNone) {
  const ProblemEvidence problem{.checked = {kRight}, .rules = {}, .without_points = {"far"}};
  GradingRule rule = rule_of(CorrectRule{}, 20);
  const RuleEvidence points{.checked = {kRight}, .goals = {}, .timed = {}};
  const auto found = [&](const RuleEvidence& evidence) {
    return Graded{grade_rule(rule, evidence, problem, {}, {}), rule};
  };
  expect(found(points), RuleVerdict::cannot_judge, 0, "no point of far was measured");
  rule.where = PointCondition{.sql = "kernel = 'near'", .place = {}};
  expect(found(points), RuleVerdict::met, 20, "the point is correct");
  expect(found({}), RuleVerdict::cannot_judge, 0, "no point of far was measured");
}

TEST(CorrectRules, NeedNoMorePointsToFindOneWrong) {
  EXPECT_EQ(checked(Credit::all, {kRight, kWrong}, kInterrupted).verdict, RuleVerdict::not_met);
}

TEST(GoalRules, GiveAllWhenEveryPointMeetsThem) {
  expect(goal(Credit::all, {kMet, kMet}), RuleVerdict::met, 10, "2 of 2 points meet `x <= 1`");
}

TEST(GoalRules, GiveNothingWhenOneDoesNot) {
  expect(goal(Credit::all, {kMet, kMissed}), RuleVerdict::not_met, 0,
         "1 of 2 points meets `x <= 1`; the first that does not: b (x = 2)");
}

TEST(GoalRules, GiveTheShareThatMeetsThem) {
  expect(goal(Credit::share, {kMet, kMissed, kMet, kMet}), RuleVerdict::partly, 7.5,
         "3 of 4 points meet `x <= 1`; the first that does not: b (x = 2)");
}

TEST(GoalRules, CannotJudgeNull) {
  for (const Credit credit : {Credit::all, Credit::share})
    expect(goal(credit, {kMet, kUnknown}), RuleVerdict::cannot_judge, 0,
           "`x <= 1` cannot be judged at c: x = NULL: no permission (x)");
}

TEST(GoalRules, AreDecidedByOneMissBesideNull) {
  expect(goal(Credit::all, {kUnknown, kMissed}), RuleVerdict::not_met, 0,
         "0 of 2 points meet `x <= 1`; 1 cannot be judged; the first that does not: b (x = 2)");
  EXPECT_EQ(goal(Credit::share, {kUnknown, kMissed}).verdict, RuleVerdict::cannot_judge);
}

Graded goal_at(double least, const std::vector<GoalPoint>& points) {
  GoalRule rule = goal_rule(Credit::all);
  rule.least = least;
  return graded(rule_of(rule, 10), {.checked = {}, .goals = points, .timed = {}});
}

TEST(GoalRules, MayAskForAShareOfThePoints) {
  expect(goal_at(0.75, {kMet, kMet, kMissed, kMet}), RuleVerdict::met, 10,
         "3 of 4 points meet `x <= 1`; the first that does not: b (x = 2)");
  EXPECT_EQ(goal_at(0.75, {kMet, kMissed, kMissed, kMet}).verdict, RuleVerdict::not_met);
  EXPECT_EQ(goal_at(0.5, {kMet, kMissed, kMissed, kMet}).verdict, RuleVerdict::met) << "the median";
}

TEST(GoalRules, ThatAskForAShareAreOpenOnlyWhereUnknownPointsDecide) {
  EXPECT_EQ(goal_at(0.5, {kMet, kUnknown}).verdict, RuleVerdict::met);
  EXPECT_EQ(goal_at(0.75, {kMet, kMissed, kUnknown}).verdict, RuleVerdict::not_met);
  expect(goal_at(0.5, {kMissed, kUnknown}), RuleVerdict::cannot_judge, 0,
         "`x <= 1` cannot be judged at c: x = NULL: no permission (x)");
}

TEST(GoalRules, SayThatTheirNumbersAreModelled) {
  GoalPoint modelled = kMet;
  modelled.modelled = true;
  expect(goal(Credit::all, {modelled}), RuleVerdict::met, 10,
         "1 of 1 point meets `x <= 1` by modelled, not measured, numbers");
}

TEST(GoalRules, CannotJudgeWithoutPoints) {
  GradingRule rule = rule_of(goal_rule(Credit::share), 10);
  rule.where = PointCondition{.sql = "d_l = 3", .place = {}};
  expect(graded(rule, {}), RuleVerdict::cannot_judge, 0, "no measured point meets `d_l = 3`");
}

TEST(RatioRules, SayThatNothingWasTimedWhereNothingWas) {
  GradingRule rule = rule_of(RatioRule{1.5, 3.5}, 10);
  rule.where = PointCondition{.sql = "d_l = 3", .place = {}};
  const RuleGrade untimed = grade_rule(rule, {}, {.checked = {kRight}, .rules = {}}, {}, {});
  expect({untimed, rule}, RuleVerdict::cannot_judge, 0, "nothing was timed beside the reference: that takes a GPU");
  expect(graded(rule, {}), RuleVerdict::cannot_judge, 0, "no measured point meets `d_l = 3`");
}

TEST(GoalRules, GiveNothingToAWrongKernel) {
  const GradingRule rule = rule_of(goal_rule(Credit::share), 10);
  const RuleGrade grade = grade_rule(rule, {.checked = {}, .goals = {kMet}, .timed = {}},
                                     {.checked = {kRight, kWrong}, .rules = {}}, {}, {});
  expect({grade, rule}, RuleVerdict::not_correct, 0, "1 of 2 points is not correct");
}

TEST(RatioRules, GiveAllUpToTheFullMark) {
  const Graded grade = ratio({timed_point("a", {1.5, 1.5})});
  expect(
      grade, RuleVerdict::met, 10,
      "1.500 times the reference's time (1.500 to 1.500) at 1 point in 2 rounds; full marks up to 1.5, none from 3.5");
  EXPECT_NEAR(grade.ratio->value, 1.5, 1e-9);
}

TEST(RatioRules, FallInAStraightLineToWholePoints) {
  EXPECT_EQ(ratio({timed_point("a", {2.5, 2.5})}).given, 5);
  EXPECT_EQ(ratio({timed_point("a", {2.48, 2.48})}).given, 5);
  EXPECT_EQ(ratio({timed_point("a", {2.48, 2.48})}).verdict, RuleVerdict::partly);
  EXPECT_EQ(ratio({timed_point("a", {1.55, 1.55})}).given, 10);
}

TEST(RatioRules, GiveNothingFromTheFloorOn) {
  EXPECT_EQ(ratio({timed_point("a", {3.5, 3.5})}).verdict, RuleVerdict::not_met);
  EXPECT_EQ(ratio({timed_point("a", {7, 7})}).given, 0);
}

TEST(RatioRules, CannotJudgeOneRound) {
  std::vector<TimedPoint> points = {timed_point("a", {1, 1})};
  points[0].rounds[1].submission.disturbance = "throttled";
  expect(ratio(points), RuleVerdict::cannot_judge, 0, "1 of 2 rounds can be used; 2 are needed: throttled at a");
}

TEST(RatioRules, SayWhichRoundsWereLeftOut) {
  std::vector<TimedPoint> points = {timed_point("a", {1, 1, 1})};
  points[0].rounds[1].submission.disturbance = "throttled";
  EXPECT_EQ(
      ratio(points).text(),
      "1.000 times the reference's time (1.000 to 1.000) at 1 point in 2 rounds of 3 (throttled at a); full marks "
      "up to 1.5, none from 3.5");
}

TEST(TimeRules, GoByTheSlowestPoint) {
  expect(time({timed_point("a", {1, 1}), timed_point("b", {1.5, 1.5})}), RuleVerdict::met, 10,
         "the slowest of 2 points takes 150 µs: b; at most 150 µs");
  expect(time({timed_point("a", {1.6, 1.6}), timed_point("b", {1, 1})}), RuleVerdict::partly, 5,
         "the slowest of 2 points takes 160 µs: a; at most 200 µs");
  expect(time({timed_point("a", {2.1, 2.1})}), RuleVerdict::not_met, 0,
         "the slowest of 1 point takes 210 µs: a; more than 200 µs");
}

TEST(TimeRules, TakeTheMedianOfUndisturbedRounds) {
  std::vector<TimedPoint> points = {timed_point("a", {1, 1, 1.4, 9})};
  points[0].rounds[3].submission.disturbance = "throttled";
  EXPECT_EQ(time(points).verdict, RuleVerdict::met);
  points[0].rounds.erase(points[0].rounds.begin(), points[0].rounds.begin() + 3);
  expect(time(points), RuleVerdict::cannot_judge, 0, "no undisturbed time at a");
}

}  // namespace
}  // namespace warpledger
