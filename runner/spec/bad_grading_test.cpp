#include <gtest/gtest.h>

#include "spec/experiment.h"
#include "spec/grading_fixture.h"

namespace warpledger {
namespace {

class BadGrading : public testing::TestWithParam<BadCase> {};

TEST_P(BadGrading, IsRefusedAtItsPlace) {
  const GradedLibrary files;
  files.edit(GetParam().file, GetParam().from, GetParam().to);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }), GetParam().message);
}

const BadCase kBadGradings[] = {
    {"UnknownKey", kExperimentFile, "rounds", "round", R"text(experiments/x.yaml:23:3: unknown key 'round' in grading
    round: 4
    ^
hint: did you mean 'rounds'? allowed: submission, reference, common, seeds, hidden, rounds, time_limit, attempts, late, problems)text"},
    {"UnknownKernel", kExperimentFile, "submission: [scale_per]", "submission: [scale_pr]",
     R"text(experiments/x.yaml:18:16: family 'scale' has no kernel 'scale_pr'
    submission: [scale_pr]
                 ^
hint: did you mean 'scale_per'? allowed: scale_plain, scale_per)text",
     true},
    {"KernelTwice", kExperimentFile, "submission: [scale_per]", "submission: [scale_per, scale_per]",
     R"text(experiments/x.yaml:18:27: kernel 'scale_per' appears twice
    submission: [scale_per, scale_per]
                            ^
hint: keep one of them)text"},
    {"CommonKernelThatIsNotThere", kExperimentFile, "  reference:", "  common: {scale_per: [scale_plan]}\n  reference:",
     R"text(experiments/x.yaml:19:24: family 'scale' has no kernel 'scale_plan'
    common: {scale_per: [scale_plan]}
                         ^
hint: did you mean 'scale_plain'? allowed: scale_plain, scale_per)text"},
    {"ReferenceOfAnotherKernel", kExperimentFile, "{scale_per: scale_plain}", "{scale_plain: scale_per}",
     R"text(experiments/x.yaml:19:15: unknown kernel of the submission 'scale_plain'
    reference: {scale_plain: scale_per}
                ^
hint: did you mean 'scale_per'? allowed: scale_per)text"},
    {"UnknownReference", kExperimentFile, "{scale_per: scale_plain}", "{scale_per: scale_plan}",
     R"text(experiments/x.yaml:19:26: family 'scale' has no kernel 'scale_plan'
    reference: {scale_per: scale_plan}
                           ^
hint: did you mean 'scale_plain'? allowed: scale_plain, scale_per)text"},
    {"OneRound", kExperimentFile, "rounds: 4", "rounds: 1", R"text(experiments/x.yaml:23:11: 1 is not between 2 and 100
    rounds: 1
            ^
hint: write a number in this range)text"},
    {"AttemptsThatAreNone", kExperimentFile, "seeds: 2", "seeds: 2\n  attempts: bst",
     R"text(experiments/x.yaml:21:13: unknown attempt 'bst'
    attempts: bst
              ^
hint: did you mean 'best'? allowed: last, best, first)text"},
    {"DueWithoutAnOffset", kExperimentFile, "seeds: 2", "seeds: 2\n  late: {due: 2026-10-01 23:59, per_day: 10 %}",
     R"text(experiments/x.yaml:21:15: '2026-10-01 23:59' is no moment
    late: {due: 2026-10-01 23:59, per_day: 10 %}
                ^
hint: write date, time and offset from UTC: 2026-10-01T23:59:00+02:00)text"},
    {"GraceBelowZero", kExperimentFile, "seeds: 2",
     "seeds: 2\n  late: {due: 2026-10-01T23:59Z, grace_days: -1, per_day: 10 %}",
     R"text(experiments/x.yaml:21:46: -1 is not between 0 and 365
    late: {due: 2026-10-01T23:59Z, grace_days: -1, per_day: 10 %}
                                               ^
hint: write e.g. 2)text"},
    {"LateWithoutItsPrice", kExperimentFile, "seeds: 2", "seeds: 2\n  late: {due: 2026-10-01T23:59Z}",
     R"text(experiments/x.yaml:21:9: key 'per_day' is missing
    late: {due: 2026-10-01T23:59Z}
          ^
hint: add `per_day: ...`)text"},
    {"NegativeSeeds", kExperimentFile, "seeds: 2", "seeds: -1",
     R"text(experiments/x.yaml:20:10: -1 is not between 0 and 100
    seeds: -1
           ^
hint: write a number in this range)text"},
    {"UnknownHiddenAxis", kExperimentFile, "per: 4}", "pr: 4}", R"text(experiments/x.yaml:22:20: unknown axis 'pr'
      - {n: [7, 33], pr: 4}
                     ^
hint: did you mean 'per'? allowed: n, kernel, per, blocks, warps)text"},
    {"BadHiddenValue", kExperimentFile, "[7, 33]", "[7, x]", R"text(experiments/x.yaml:22:11: unknown name 'x'
      - {n: [7, x], per: 4}
            ^
hint: known: sms, and the device's facts (sm_count, l2_bytes, ...))text"},
    {"HiddenRange", kExperimentFile, "[7, 33]", "{from: 1, to: 4, step: 1}",
     R"text(experiments/x.yaml:22:11: expected a single value, found a mapping
      - {n: {from: 1, to: 4, step: 1}, per: 4}
            ^
hint: see the file format in docs/)text"},
    {"PointsDoNotAddUp", kExperimentFile, "points: 60", "points: 50",
     R"text(experiments/x.yaml:26:15: 'Problem 1' has 50 points, but its rules have 60
        points: 50
                ^
hint: make the points of the rules add up to those of the problem)text",
     true},
    {"DecimalPointsDoNotAddUp", kExperimentFile, "correct: share, points: 10", "correct: share, points: 10.1",
     R"text(experiments/x.yaml:26:15: 'Problem 1' has 60 points, but its rules have 60.1
        points: 60
                ^
hint: make the points of the rules add up to those of the problem)text",
     true},
    {"NoPoints", kExperimentFile, "points: 20", "points: 0", R"text(experiments/x.yaml:31:49: 0 is not above 0
          - {ratio: {full: 1.1, none: 4}, points: 0}
                                                  ^
hint: write e.g. 10)text"},
    {"KernelNotSubmitted", kExperimentFile, "kernels: scale_per", "kernels: scale_plain",
     R"text(experiments/x.yaml:27:16: unknown kernel of the submission 'scale_plain'
        kernels: scale_plain
                 ^
hint: did you mean 'scale_per'? allowed: scale_per)text"},
    {"RuleWithoutSubject", kExperimentFile, "rank: time, ", "",
     R"text(experiments/x.yaml:33:11: this rule does not say what it judges
          - {points: 4.5}
            ^
hint: add one of: correct, goal, ratio, time_us, rank)text"},
    {"RuleWithTwoSubjects", kExperimentFile, "rank: time", "rank: time, correct: all",
     R"text(experiments/x.yaml:33:11: a rule with both correct and rank
          - {rank: time, correct: all, points: 4.5}
            ^
hint: split it into two rules)text"},
    {"UnknownCredit", kExperimentFile, "correct: share", "correct: some",
     R"text(experiments/x.yaml:29:21: unknown credit 'some'
          - {correct: some, points: 10}
                      ^
hint: allowed: all, share)text"},
    {"NeedOfARank", kExperimentFile, "rank: time", "rank: time, need: all",
     R"text(experiments/x.yaml:33:30: a rule with 'rank' takes no need
          - {rank: time, need: all, points: 4.5}
                               ^
hint: remove it)text"},
    {"UnknownNeed", kExperimentFile, "need: share", "need: most",
     R"text(experiments/x.yaml:30:49: unknown need 'most'
          - {goal: n > 0, where: "per = 2", need: most, points: 10}
                                                  ^
hint: allowed: all, share, median)text"},
    {"NeedOfTooMany", kExperimentFile, "need: share", "need: 175 %",
     R"text(experiments/x.yaml:30:49: '175 %' is not a share from 0.0001 % to 100 % with its unit
          - {goal: n > 0, where: "per = 2", need: 175 %, points: 10}
                                                  ^
hint: write 1 % or 0.5 %)text"},
    {"NeedOfCorrect", kExperimentFile, "correct: share", "correct: all, need: share",
     R"text(experiments/x.yaml:29:32: a rule with 'correct' takes no need
          - {correct: all, need: share, points: 10}
                                 ^
hint: write correct: all or correct: share)text"},
    {"FloorBelowPlateau", kExperimentFile, "none: 4", "none: 1",
     R"text(experiments/x.yaml:31:19: full marks up to 1.1 and none from 1 leave no range between them
          - {ratio: {full: 1.1, none: 1}, points: 20}
                    ^
hint: make none the larger one: {full: 1.1, none: 4})text"},
    {"LongerTimeGivesMore", kExperimentFile, "200: 5", "200: 12",
     R"text(experiments/x.yaml:32:21: 200 µs gives 12 points, but the shorter 150 µs only 10
          - {time_us: {150: 10, 100: 15.5, 200: 12}, points: 15.5}
                      ^
hint: give shorter times more points: {150: 10, 200: 5})text"},
    {"ShortestTimeGivesLess", kExperimentFile, "100: 15.5, ", "",
     R"text(experiments/x.yaml:32:21: the shortest time gives 10 points, but the rule has 15.5
          - {time_us: {150: 10, 200: 5}, points: 15.5}
                      ^
hint: write the same number for both)text"},
    {"UnknownRank", kExperimentFile, "rank: time", "rank: size", R"text(experiments/x.yaml:33:18: unknown order 'size'
          - {rank: size, points: 4.5}
                   ^
hint: did you mean 'time'? allowed: time)text"},
    {"EmptyGoal", kExperimentFile, "goal: n > 0", "goal: ''", R"text(experiments/x.yaml:30:18: this value is empty
          - {goal: '', where: "per = 2", need: share, points: 10}
                   ^
hint: write a value)text"},
};

INSTANTIATE_TEST_SUITE_P(Yaml, BadGrading, testing::ValuesIn(kBadGradings), name_of_case);

TEST(BadGradingPairs, AreToldAtOnce) {
  const GradedLibrary files;
  expect_pairs_told(files, kBadGradings, 150, {{"LongerTimeGivesMore", "ShortestTimeGivesLess"}},
                    [&] { load_experiment(files.library(), "x"); });
}

TEST(LoadGrading, RefusesAKernelThatTheGridDoesNotRun) {
  const GradedLibrary files;
  files.edit(kExperimentFile, "    - scale_per: {per: [1, 2]}\n", "");
  files.edit(kExperimentFile, "{n: [7, 33], per: 4}", "{n: [7, 33]}");
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }),
            R"text(experiments/x.yaml:17:16: kernel 'scale_per' is not in the grid: no point runs it
    submission: [scale_per]
                 ^
hint: add it to `kernel` in the grid, or leave it out here)text");
}

TEST(LoadGrading, RefusesTwoProblemsOfOneName) {
  const GradedLibrary files;
  const std::string problem = "    - {name: Problem 1, points: 1, rules: [{correct: all, points: 1}]}\n";
  files.edit(kExperimentFile, "  problems:\n", "  problems:\n" + problem);
  EXPECT_EQ(files.message([&] { load_experiment(files.library(), "x"); }),
            R"text(experiments/x.yaml:26:13: a second problem 'Problem 1'
      - name: Problem 1
              ^
hint: choose another name)text");
}

}  // namespace
}  // namespace warpledger
