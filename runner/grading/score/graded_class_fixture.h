#pragma once

#include "grading/score/graded_class.h"

namespace warpledger {

/// A problem of 40 points: anna is correct and fastest, minus 4 points; ben is an incorrect copy; carla's counters were
/// refused, and she ties with anna.
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

inline RuleGrade ranked(const Ratio& ratio, std::size_t rank, std::size_t tied, double given) {
  return {.verdict = rank == 1 ? RuleVerdict::met : RuleVerdict::partly,
          .given = given,
          .possible = 10,
          .finding = RatioFinding{.points = 6, .used_rounds = 3, .rounds = 3, .ranked = 2},
          .ratio = ratio,
          .standing = Standing{rank, tied}};
}

inline RuleGrade all_correct() {
  return {.verdict = RuleVerdict::met, .given = 20, .possible = 20, .finding = CorrectFinding{40, 40, {}}};
}

inline Flag same_source_as(const std::string& other) {
  return {.kind = FlagKind::same_source, .kernel = "norm_group", .others = {other}};
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
  const GoalFinding all_meet{.met = 40, .points = 40};
  GradedSubmission made = submission("anna",
                                     {all_correct(),
                                      {.verdict = RuleVerdict::met, .given = 10, .possible = 10, .finding = all_meet},
                                      ranked({0.9, 0.85, 0.95}, 1, 2, 10)},
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
  const CorrectFinding wrong{38, 40, CheckedPoint{"norm_group d_l=7", Outcome::incorrect, "y[3] <is> nan"}};
  const auto none = [&](RuleVerdict verdict, double possible) {
    return RuleGrade{.verdict = verdict, .given = 0, .possible = possible, .finding = wrong};
  };
  GradedSubmission made = submission(
      "ben", {none(RuleVerdict::not_met, 20), none(RuleVerdict::not_correct, 10), none(RuleVerdict::not_correct, 10)},
      0, 0);
  made.flags = {same_source_as("carla")};
  return made;
}

inline GradedSubmission carla() {
  const GoalPoint refused{.name = "norm_group d_l=4",
                          .met = {},
                          .numbers = {{"conflicts", {}}},
                          .absent = {{"counters refused", {"conflicts"}}}};
  const GoalFinding open{.open = 40, .points = 40, .first = refused};
  return submission("carla", {all_correct(), {.possible = 10, .finding = open}, ranked({0.92, 0.87, 0.97}, 1, 2, 10)},
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
