#pragma once

#include "grading/graded_class.h"

namespace warpledger {

/// A class of three on one problem of 40 points: anna, all right and fastest, 4 points off; ben, a copy that is wrong;
/// carla, whose counters were refused and who ties with anna.
inline Grading small_grading() {
  const PointCondition goal{.sql = "conflicts <= 0.1", .place = {}};
  GradedProblem problem{.name = "Problem 1", .points = 40, .kernels = {"norm_group"}, .rules = {}};
  problem.rules.push_back({.judged = CorrectRule{}, .points = 20, .where = {}, .place = {}});
  problem.rules.push_back({.judged = GoalRule{goal}, .points = 10, .where = {}, .place = {}});
  problem.rules.push_back({.judged = RankRule{}, .points = 10, .where = {}, .place = {}});
  Grading grading;
  grading.problems.push_back(problem);
  return grading;
}

inline RuleGrade ranked(const Ratio& ratio, std::size_t rank, std::size_t tied, double given, std::string sentence) {
  return {.verdict = rank == 1 ? RuleVerdict::met : RuleVerdict::partly,
          .given = given,
          .possible = 10,
          .sentence = std::move(sentence),
          .ratio = ratio,
          .standing = Standing{rank, tied}};
}

inline GradedSubmission submission(const std::string& name, std::vector<RuleGrade> rules, double given, double open) {
  GradedSubmission made;
  made.sheet.submission = name;
  made.sheet.problems.push_back({.name = "Problem 1", .given = given, .possible = 40, .rules = std::move(rules)});
  made.sheet.given = made.sheet.total = given;
  made.sheet.possible = 40;
  made.sheet.open_points = open;
  made.run = "run-of-" + name;
  return made;
}

inline GradedSubmission anna() {
  GradedSubmission made =
      submission("anna",
                 {{RuleVerdict::met, 20, 20, "all 40 points are correct", {}, {}},
                  {RuleVerdict::met, 10, 10, "40 of 40 points meet `conflicts <= 0.1`", {}, {}},
                  ranked({0.9, 0.85, 0.95}, 1, 2, 10, "rank 1 of 2, tied with 1 more: 0.900 times")},
                 40, 0);
  made.sheet.adjustments.push_back({.experiment = "norm",
                                    .submission = "anna",
                                    .problem = "",
                                    .points = {},
                                    .percent = -10,
                                    .reason = "one day late",
                                    .author = "ta",
                                    .written_utc = "2024-03-01T10:00:00.000Z"});
  made.sheet.total = 36;
  return made;
}

inline GradedSubmission ben() {
  const std::string wrong = "2 of 40 points are not correct; the first: norm_group d_l=7: incorrect, y[3] <is> nan";
  GradedSubmission made = submission("ben",
                                     {{RuleVerdict::not_met, 0, 20, wrong, {}, {}},
                                      {RuleVerdict::not_correct, 0, 10, wrong, {}, {}},
                                      {RuleVerdict::not_correct, 0, 10, wrong, {}, {}}},
                                     0, 0);
  made.sheet.flags = {"same source as carla"};
  return made;
}

inline GradedSubmission carla() {
  return submission(
      "carla",
      {{RuleVerdict::met, 20, 20, "all 40 points are correct", {}, {}},
       {RuleVerdict::cannot_judge, 0, 10, "`conflicts <= 0.1` cannot be judged: counters refused", {}, {}},
       ranked({0.92, 0.87, 0.97}, 1, 2, 10, "rank 1 of 2, tied with 1 more: 0.920 times")},
      30, 10);
}

inline GradedClass small_class() {
  return {.experiment = "norm",
          .about = "Normalise vectors.",
          .grading = small_grading(),
          .session = "5e55",
          .device = "NVIDIA H200",
          .graded_utc = "2024-03-02T10:00:00.000Z",
          .seeds = {"17", "4711"},
          .submissions = {anna(), ben(), carla()}};
}

}  // namespace warpledger
