#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// SQL condition over the columns of the view `points`.
struct PointCondition {
  std::string sql;
  Place place;  ///< of the first character
};

/// Credit of a rule that only some points meet.
enum class Credit {
  all,    ///< none
  share,  ///< the share of points that meet it
};

struct CorrectRule {
  Credit credit = Credit::all;
};

struct GoalRule {
  PointCondition goal;
  Credit credit = Credit::all;
  double least = 1;  ///< with Credit::all: share of points that must meet it
};

/// Geometric mean of time over reference time: full marks up to `full`, none from `none` on, linear between.
struct RatioRule {
  double full = 1;
  double none = 2;
};

struct TimeLimit {
  double limit_us = 0;
  double points = 0;
};

/// Time of the slowest point.
struct TimeRule {
  std::vector<TimeLimit> limits;  ///< by ascending limit and descending points
};

/// Rank in the class by the ratio of RatioRule.
struct RankRule {};

struct GradingRule {
  std::variant<CorrectRule, GoalRule, RatioRule, TimeRule, RankRule> judged;
  double points = 0;                    ///< maximum
  std::optional<PointCondition> where;  ///< absent: all points of the problem's kernels
  Place place;
};

/// True if the rule needs times of the reference.
inline bool is_about_time(const GradingRule& rule) {
  return !std::holds_alternative<CorrectRule>(rule.judged) && !std::holds_alternative<GoalRule>(rule.judged);
}

struct GradedProblem {
  std::string name;
  double points = 0;                 ///< sum over its rules
  std::vector<std::string> kernels;  ///< among Grading::submission
  std::vector<GradingRule> rules;
};

/// Attempt that counts if a student hands in several.
enum class CountedHandIn {
  last,
  best,  ///< first of those with the most points after the late deduction
  first,
};

struct LatePolicy {
  std::int64_t due_utc_s = 0;  ///< Unix time
  double grace_days = 0;
  double percent_a_day = 0;  ///< of the points that the rules gave, per started day after the grace period
  double most_percent = 100;
};

/// Grid that stays secret until grades are published.
struct HiddenGrid {
  std::vector<std::string> set;  ///< in the syntax of `--set`: {"d_l=7,33", "warps=3"}
  Place place;                   ///< in the experiment's file
};

struct Grading {
  std::vector<std::string> submission;           ///< kernels of the family that a student implements
  std::map<std::string, std::string> reference;  ///< by kernel: the family's kernel to compare its time with
  /// By kernel: the family's kernels that complete its starter as many students do independently.
  std::map<std::string, std::vector<std::string>> common;
  int seeds = 0;  ///< drawn for each grading, in addition to the experiment's own
  std::vector<HiddenGrid> hidden;
  int rounds = 5;  ///< each times submission and reference
  /// For all checks, counters and rounds of a submission. Absent: no limit.
  std::optional<double> time_limit_s;
  CountedHandIn attempts = CountedHandIn::last;
  std::optional<LatePolicy> late;
  std::vector<GradedProblem> problems;
};

/// Manual change of a grade. Exactly one of `points` and `percent` is present.
struct Adjustment {
  std::string experiment;
  std::string submission;
  std::string problem;            ///< empty: the whole grade
  std::optional<double> points;   ///< negative: deducted
  std::optional<double> percent;  ///< of what the rules gave; negative: deducted
  std::string reason;
  std::string author;
  std::string written_utc;  ///< 2024-02-29T12:34:56.789Z
  bool by_rule = false;     ///< computed from Grading::late; not in the ledger
  bool is_lost = false;     ///< the experiment no longer has the problem, so a percentage has no base
};

}  // namespace warpledger
