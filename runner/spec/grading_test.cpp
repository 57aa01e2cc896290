#include "model/grading.h"

#include <gmock/gmock.h>

#include "spec/experiment.h"
#include "spec/grading_fixture.h"

namespace warpledger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

Grading read(const TemporaryLibrary& files) { return load_experiment(files.library(), "x").grading.value(); }

TEST(LoadGrading, IsAbsentWhereAnExperimentHasNone) {
  EXPECT_FALSE(load_experiment(TemporaryLibrary().library(), "x").grading);
}

TEST(LoadGrading, SaysWhatIsSubmittedAndHowItIsRun) {
  const Grading grading = read(GradedLibrary());
  EXPECT_THAT(grading.submission, ElementsAre("scale_per"));
  EXPECT_THAT(grading.reference, ElementsAre(Pair("scale_per", "scale_plain")));
  EXPECT_EQ(grading.seeds, 2);
  EXPECT_EQ(grading.rounds, 4);
  ASSERT_EQ(grading.hidden.size(), 1);
  EXPECT_THAT(grading.hidden[0].set, ElementsAre("n=7,33", "per=4"));
}

TEST(LoadGrading, TakesATimeLimitOfASubmission) {
  const GradedLibrary files;
  EXPECT_EQ(read(files).time_limit_s, std::nullopt);
  files.edit("experiments/x.yaml", "  rounds: 4\n", "  rounds: 4\n  time_limit: 2 min\n");
  EXPECT_EQ(read(files).time_limit_s, 120);
}

TEST(LoadGrading, NamesTheFamilysKernelsThatManyWriteByThemselves) {
  GradedLibrary files;
  files.edit("experiments/x.yaml", "  reference:", "  common: {scale_per: scale_plain}\n  reference:");
  EXPECT_THAT(read(files).common, ElementsAre(Pair("scale_per", ElementsAre("scale_plain"))));
}

TEST(LoadGrading, HasEachKindOfRule) {
  const GradedProblem problem = read(GradedLibrary()).problems.at(0);
  EXPECT_EQ(problem.name, "Problem 1");
  EXPECT_EQ(problem.points, 60);
  EXPECT_THAT(problem.kernels, ElementsAre("scale_per"));
  EXPECT_EQ(std::get<CorrectRule>(problem.rules.at(0).judged).credit, Credit::share);
  EXPECT_EQ(problem.rules.at(0).points, 10);
  EXPECT_FALSE(problem.rules.at(0).where);
  const auto& goal = std::get<GoalRule>(problem.rules.at(1).judged);
  EXPECT_EQ(goal.goal.sql, "n > 0");
  EXPECT_EQ(goal.credit, Credit::share);
  EXPECT_EQ(problem.rules.at(1).where->sql, "per = 2");
  EXPECT_EQ(std::get<RatioRule>(problem.rules.at(2).judged).full, 1.1);
  EXPECT_EQ(std::get<RatioRule>(problem.rules.at(2).judged).none, 4);
  EXPECT_TRUE(std::holds_alternative<RankRule>(problem.rules.at(4).judged));
}

TEST(LoadGrading, PutsTimeLimitsInOrder) {
  const GradingRule rule = read(GradedLibrary()).problems.at(0).rules.at(3);
  std::vector<std::pair<double, double>> limits;
  for (const TimeLimit& limit : std::get<TimeRule>(rule.judged).limits)
    limits.emplace_back(limit.limit_us, limit.points);
  EXPECT_THAT(limits, ElementsAre(Pair(100, 15.5), Pair(150, 10), Pair(200, 5)));
}

TEST(LoadGrading, KnowsWhereItsSqlStands) {
  const GradingRule rule = read(GradedLibrary()).problems.at(0).rules.at(1);
  EXPECT_EQ(rule.place.line, 30u);
  const Place& goal = std::get<GoalRule>(rule.judged).goal.place;
  EXPECT_EQ(goal.line_text.substr(goal.column - 1, 5), "n > 0");
  EXPECT_EQ(rule.where->place.line_text.substr(rule.where->place.column - 1, 7), "per = 2");
}

TEST(LoadGrading, TakesWhatItLeavesOutFromTheSubmission) {
  const GradedLibrary files;
  for (const char* line : {"  reference: {scale_per: scale_plain}\n", "  seeds: 2\n", "  rounds: 4\n",
                           "  hidden:\n    - {n: [7, 33], per: 4}\n", "      kernels: scale_per\n", ", need: share"})
    files.edit("experiments/x.yaml", line, "");
  const Grading grading = read(files);
  EXPECT_THAT(grading.reference, ElementsAre(Pair("scale_per", "scale_per")));
  EXPECT_EQ(grading.seeds, 0);
  EXPECT_EQ(grading.rounds, 5);
  EXPECT_THAT(grading.hidden, IsEmpty());
  EXPECT_THAT(grading.problems.at(0).kernels, ElementsAre("scale_per"));
  EXPECT_EQ(std::get<GoalRule>(grading.problems[0].rules.at(1).judged).credit, Credit::all);
}

TEST(LoadGrading, TakesHowManyPointsMustMeetAGoal) {
  const GradedLibrary files;
  const auto goal = [&] { return std::get<GoalRule>(read(files).problems.at(0).rules.at(1).judged); };
  EXPECT_EQ(goal().credit, Credit::share);
  files.edit("experiments/x.yaml", "need: share", "need: median");
  EXPECT_EQ(goal().credit, Credit::all);
  EXPECT_EQ(goal().least, 0.5);
  files.edit("experiments/x.yaml", "need: median", "need: 75 %");
  EXPECT_EQ(goal().least, 0.75);
  files.edit("experiments/x.yaml", "need: 75 %", "need: all");
  EXPECT_EQ(goal().least, 1);
}

TEST(LoadGrading, OfTheShippedAssignmentsHasHiddenGridsThatCanBeSet) {
  const Library shipped({WARPLEDGER_SOURCE_DIR});
  for (const char* name : {"lsu-2024-hw01", "lsu-2023-hw01"}) {
    const Grading grading = load_experiment(shipped, name).grading.value();
    for (const HiddenGrid& hidden : grading.hidden)
      load_experiment(shipped, name, {.set = hidden.set, .positional = {}});
    EXPECT_FALSE(grading.problems.empty()) << name;
  }
}

}  // namespace
}  // namespace warpledger
