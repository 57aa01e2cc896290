#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/result.h"
#include "model/table.h"
#include "stats/ratio.h"

namespace warpledger {

// A rule's grade is data: rule_text.h makes sentences of it.

struct CheckedPoint {
  std::string name;  ///< "norm_group d_l=32 grp_size=8 blocks=128 warps=4"
  Outcome outcome = Outcome::ok;
  std::string reason;  ///< of the runner or compiler; empty if ok
  bool open = false;   ///< undecided: a rule refused the submission, or the host lacks a feature
};

struct GoalNumber {
  std::string name;
  Cell value;  ///< NULL: not measured
};

struct Absence {
  std::string reason;  ///< "no permission"
  std::vector<std::string> metrics;
};

struct GoalPoint {
  std::string name;
  std::optional<bool> met;          ///< absent: undecided
  std::vector<GoalNumber> numbers;  ///< columns of the goal
  bool modelled = false;            ///< by the memory model
  std::vector<Absence> absent;      ///< why `met` is absent
};

struct CorrectFinding {
  std::size_t correct = 0;
  std::size_t points = 0;
  std::optional<CheckedPoint> first_wrong;  ///< the first undecided one if none is incorrect; absent if all are correct
  std::size_t open = 0;
};

struct GoalFinding {
  std::size_t met = 0;
  std::size_t open = 0;  ///< undecided
  std::size_t points = 0;
  bool modelled = false;
  std::optional<GoalPoint>
      first;  ///< first undecided point of an undecided rule, else the first that misses; absent if all meet it
};

struct RoundFault {
  std::string point;
  bool of_reference = false;
  std::string disturbance;  ///< empty: no time
};

/// Rounds of a ratio; the ratio itself is RuleGrade::ratio.
struct RatioFinding {
  std::size_t points = 0;
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::optional<RoundFault> left_out;  ///< fault of the first unusable round
  std::size_t ranked = 0;              ///< of RankRule: number of ranked submissions
  bool waits = false;                  ///< of RankRule: not ranked until a person has looked at the flags
};

struct TimeFinding {
  std::string slowest;
  std::optional<double> time_us;  ///< absent: no undisturbed time
  std::size_t points = 0;
};

/// Why points are missing.
struct Incomplete {
  enum class Why { interrupted, not_in_ledger, forgotten, grading_interrupted };
  Why why = Why::grading_interrupted;
  std::string run;                         ///< UUID; empty for grading_interrupted
  std::string outcome;                     ///< of an interrupted run
  std::int64_t recorded = 0, planned = 0;  ///< points of the run
  std::string reason = {};                 ///< of the interruption; may be empty
};

/// The rule selects no measured point, or kernels of its problem have none.
struct NoPoint {
  std::vector<std::string> kernels = {};  ///< without points; empty: the rule selects none
};

/// There are no rounds, because times of a host say nothing about a GPU.
struct NotTimed {};

using RuleFinding = std::variant<NoPoint, NotTimed, Incomplete, CorrectFinding, GoalFinding, RatioFinding, TimeFinding>;

enum class RuleVerdict {
  met,           ///< all points
  partly,        ///< some points
  not_met,       ///< no points
  cannot_judge,  ///< none yet: the deciding values were not measured
  not_correct,   ///< none: a point of the problem's kernels is incorrect
};

inline constexpr std::array<std::string_view, 5> kRuleVerdictNames = {"met", "partly", "not met", "cannot judge",
                                                                      "not correct"};

constexpr std::string_view name_of(RuleVerdict verdict) {
  return kRuleVerdictNames.at(static_cast<std::size_t>(verdict));
}

struct Standing {
  std::size_t rank = 1;  ///< 1 + submissions in better groups
  std::size_t tied = 1;  ///< submissions with this rank
};

struct RuleGrade {
  RuleVerdict verdict = RuleVerdict::cannot_judge;
  double given = 0;
  double possible = 0;
  RuleFinding finding = {};          ///< what decided
  std::optional<Ratio> ratio;        ///< relative to the reference; of RatioRule and RankRule
  std::optional<Standing> standing;  ///< of RankRule
};

}  // namespace warpledger
