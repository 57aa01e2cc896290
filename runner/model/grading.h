#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// A condition of SQL over the columns of the view `points`, as a person wrote it.
struct PointCondition {
  std::string sql;
  Place place;  ///< of its first character
};

/// What a rule gives when only some points meet it.
enum class Credit {
  all,    ///< nothing: every point must
  share,  ///< the share of the points that do
};

/// Points are right.
struct CorrectRule {
  Credit credit = Credit::all;
};

/// Points meet a condition.
struct GoalRule {
  PointCondition goal;
  Credit credit = Credit::all;
  double least = 1;  ///< with Credit::all: the share of points that must meet it, 1 for every point
};

/// The time over the reference's, as the geometric mean over points: full marks up to `full`, none from `none` on,
/// linear between them.
struct RatioRule {
  double full = 1;
  double none = 2;
};

/// What a time that is at most so long gives.
struct TimeLimit {
  double limit_us = 0;
  double points = 0;
};

/// The time of the slowest point.
struct TimeRule {
  std::vector<TimeLimit> limits;  ///< the shortest first, with ever fewer points
};

/// The place in the class by the ratio of RatioRule.
struct RankRule {};

struct GradingRule {
  std::variant<CorrectRule, GoalRule, RatioRule, TimeRule, RankRule> judged;
  double points = 0;                    ///< at most
  std::optional<PointCondition> where;  ///< absent: all points of the problem's kernels
  Place place;
};

/// Whether it looks at times, which takes the reference beside the submission.
inline bool is_about_time(const GradingRule& rule) {
  return !std::holds_alternative<CorrectRule>(rule.judged) && !std::holds_alternative<GoalRule>(rule.judged);
}

struct GradedProblem {
  std::string name;
  double points = 0;                 ///< the sum of those of its rules
  std::vector<std::string> kernels;  ///< of Grading::submission
  std::vector<GradingRule> rules;
};

/// Which of several hand-ins of a submission counts.
enum class CountedHandIn {
  last,
  best,  ///< of those with the most points, after what lateness takes, the first
  first,
};

/// What handing in late takes off. Without `late`, nothing.
struct LatePolicy {
  std::int64_t due_utc_s = 0;  ///< seconds since 1970
  double grace_days = 0;       ///< that cost nothing
  double percent_a_day = 0;    ///< of the points that the rules gave, for each further day that has begun
  double most_percent = 100;   ///< that it takes at most
};

/// A grid that nobody sees before the grades are out.
struct HiddenGrid {
  std::vector<std::string> set;  ///< what it changes of the experiment, as `--set` takes it: {"d_l=7,33", "warps=3"}
  Place place;                   ///< in the experiment's file
};

/// How submissions of an experiment are graded.
struct Grading {
  std::vector<std::string> submission;           ///< kernels of the family that a submission replaces
  std::map<std::string, std::string> reference;  ///< of each: the family's kernel that is timed beside it
  /// Of a kernel: the family's kernels that complete its starter as many do by themselves.
  std::map<std::string, std::vector<std::string>> common;
  int seeds = 0;  ///< drawn afresh for a grading, beside the experiment's own
  std::vector<HiddenGrid> hidden;
  int rounds = 5;  ///< of timing, each with the reference beside the submission
  /// Of one submission: checks, counters and rounds together. Absent: none.
  std::optional<double> time_limit_s;
  CountedHandIn attempts = CountedHandIn::last;
  std::optional<LatePolicy> late;
  std::vector<GradedProblem> problems;
};

/// What a person adds to a submission's grade, or takes off it: late days, a decision. Exactly one of `points` and
/// `percent` is there.
struct Adjustment {
  std::string experiment;
  std::string submission;
  std::string problem;            ///< its name; empty: the whole grade
  std::optional<double> points;   ///< below 0: taken off
  std::optional<double> percent;  ///< of what the rules gave; below 0: taken off
  std::string reason;
  std::string author;
  std::string written_utc;  ///< 2024-02-29T12:34:56.789Z
  bool by_rule = false;     ///< of Grading::late; no person wrote it, and the ledger does not have it
  bool is_lost = false;     ///< its problem is none of the experiment's now: what a percentage is of is not known
};

}  // namespace warpledger
