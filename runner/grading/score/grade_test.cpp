#include "grading/score/grade.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "grading/score/grade_fixture.h"
#include "grading/score/rule_text.h"

namespace warpledger {
namespace {

using testing::StartsWith;

const CheckedPoint kRightPoint = {.name = "a", .outcome = Outcome::ok, .reason = ""};
const CheckedPoint kCrashed = {.name = "a", .outcome = Outcome::crashed, .reason = "signal 11"};

Grading grading() {
  GradedProblem problem{.name = "Problem 1", .points = 20, .kernels = {}, .rules = {}};
  problem.rules = {rule_of(CorrectRule{}, 10), rule_of(RankRule{}, 10)};
  Grading rules;
  rules.problems = {problem};
  return rules;
}

SubmissionEvidence submission(const std::string& name, double ratio, const CheckedPoint& point = kRightPoint) {
  SubmissionEvidence evidence;
  evidence.submission = name;
  evidence.problems.resize(1);
  evidence.problems[0].checked = {point};
  evidence.problems[0].timed = true;
  evidence.problems[0].rules.resize(2);
  evidence.problems[0].rules[0].checked = {point};
  evidence.problems[0].rules[1].timed = {timed_point("a", {ratio, ratio})};
  return evidence;
}

std::vector<GradeSheet> sheets(const std::vector<SubmissionEvidence>& submissions) {
  return grade_class(grading(), submissions, {.noise = {.relative = 0.01, .offset_ns = 0}});
}

std::string rank_text_of(const GradeSheet& sheet) {
  return finding_text(grading().problems[0].rules[1], sheet.problems[0].rules[1]);
}

TEST(GradeSheets, GiveTiedSubmissionsTheSame) {
  const auto all = sheets({submission("slow", 3), submission("b", 1.005), submission("fast", 1), submission("mid", 2)});
  EXPECT_EQ(all[1].problems[0].rules[1].given, 10);
  EXPECT_EQ(all[2].problems[0].rules[1].given, 10);
  EXPECT_EQ(all[3].problems[0].rules[1].given, 5);    // 2 of 4 are ahead
  EXPECT_EQ(all[0].problems[0].rules[1].given, 2.5);  // 3 of 4 are ahead
  EXPECT_EQ(all[1].problems[0].rules[1].standing->tied, 2u);
  EXPECT_EQ(all[3].problems[0].rules[1].standing->rank, 3u);
  EXPECT_THAT(rank_text_of(all[2]), StartsWith("rank 1 of 4, tied with 1 more: 1.000 times"));
  EXPECT_THAT(rank_text_of(all[0]), StartsWith("rank 4 of 4: 3.000 times"));
  EXPECT_EQ(all[0].total, 12.5);
  EXPECT_EQ(all[0].possible, 20);
}

TEST(GradeSheets, RankOnlyWhatIsRight) {
  const auto all = sheets({submission("fast", 1, kCrashed), submission("slow", 3)});
  EXPECT_EQ(all[0].problems[0].rules[1].verdict, RuleVerdict::not_correct);
  EXPECT_FALSE(all[0].problems[0].rules[1].standing);
  EXPECT_EQ(all[0].total, 0);
  EXPECT_EQ(all[1].total, 20);
}

TEST(GradeSheets, LeaveAFlaggedSubmissionUnranked) {
  SubmissionEvidence flagged = submission("copy", 1);
  flagged.flagged = true;
  const auto all = sheets({flagged, submission("b", 2)});
  const RuleGrade& rank = all[0].problems[0].rules[1];
  EXPECT_EQ(rank.verdict, RuleVerdict::cannot_judge);
  EXPECT_THAT(rank_text_of(all[0]),
              StartsWith("not ranked until a person has looked at this submission (1.000 times the reference's"));
  EXPECT_FALSE(rank.standing);
  EXPECT_EQ(all[0].open_points, 10);
  EXPECT_EQ(all[0].total, 10);
  EXPECT_THAT(rank_text_of(all[1]), StartsWith("rank 1 of 1: "));
}

TEST(GradeSheets, SayWhatIsWrongOfAFlaggedSubmissionToo) {
  SubmissionEvidence flagged = submission("copy", 1, kCrashed);
  flagged.flagged = true;
  EXPECT_EQ(sheets({flagged})[0].problems[0].rules[1].verdict, RuleVerdict::not_correct);
}

TEST(GradeSheets, CallWhatCannotBeJudgedOpen) {
  SubmissionEvidence untimed = submission("a", 1);
  untimed.problems[0].rules[1].timed[0].rounds[0].reference.samples_ns.clear();
  const GradeSheet sheet = sheets({untimed}).at(0);
  EXPECT_EQ(sheet.problems[0].rules[1].verdict, RuleVerdict::cannot_judge);
  EXPECT_EQ(sheet.open_points, 10);
  EXPECT_EQ(sheet.total, 10);
  EXPECT_EQ(sheets({submission("a", 1)}).at(0).open_points, 0);
}

Adjustment adjustment(const std::string& problem, std::optional<double> points, std::optional<double> percent) {
  Adjustment made;
  made.problem = problem;
  made.points = points;
  made.percent = percent;
  return made;
}

TEST(GradeSheets, AddAdjustmentsUpInAnyOrder) {
  SubmissionEvidence late = submission("a", 1);
  late.adjustments = {adjustment("", -3, {}), adjustment("", {}, -10), adjustment("Problem 1", {}, 50)};
  EXPECT_EQ(sheets({late})[0].given, 20);
  EXPECT_EQ(sheets({late})[0].total, 20 - 3 - 2 + 10);
  std::reverse(late.adjustments.begin(), late.adjustments.end());
  EXPECT_EQ(sheets({late})[0].total, 25);
}

TEST(GradeSheets, CountPointsOfAProblemThatThereIsNotAnyMoreAndNoPercents) {
  SubmissionEvidence late = submission("a", 1);
  late.adjustments = {adjustment("Problem 2", {}, 50), adjustment("Problem 2", -3, {}), adjustment("", -1, {})};
  const GradeSheet sheet = sheets({late})[0];
  EXPECT_EQ(sheet.total, 20 - 3 - 1);
  EXPECT_TRUE(sheet.adjustments[0].is_lost);
  EXPECT_TRUE(sheet.adjustments[1].is_lost);
  EXPECT_FALSE(sheet.adjustments[2].is_lost);
  EXPECT_THAT(adjustment_amount(sheet.adjustments[0]), testing::HasSubstr("not counted"));
  EXPECT_EQ(adjustment_amount(sheet.adjustments[1]), "-3 points of Problem 2");
}

TEST(GradeSheets, GoNoLowerThanNothing) {
  SubmissionEvidence late = submission("a", 1);
  late.adjustments = {adjustment("", {}, -120)};
  EXPECT_EQ(sheets({late})[0].total, 0);
  late.adjustments.push_back(adjustment("", {}, 120));
  EXPECT_EQ(sheets({late})[0].total, 20);
}

}  // namespace
}  // namespace warpledger
