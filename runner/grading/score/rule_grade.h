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

// A rule's grade is data: its verdict and the finding that decided it. rule_text.h makes sentences of it.

/// Outcome of a submission's point.
struct CheckedPoint {
  std::string name;  ///< "norm_group d_l=32 grp_size=8 blocks=128 warps=4"
  Outcome outcome = Outcome::ok;
  std::string reason;  ///< from the runner or the compiler; empty if ok
  bool open =
      false;  ///< says nothing about correctness: a rule refused the submission, or the host does not know a feature
};

/// A column of a goal, at a point.
struct GoalNumber {
  std::string name;
  Cell value;  ///< NULL: not measured
};

/// Why metrics are absent at a point.
struct Absence {
  std::string reason;  ///< "no permission"
  std::vector<std::string> metrics;
};

/// A goal's result at a point.
struct GoalPoint {
  std::string name;
  std::optional<bool> met;          ///< absent if undecided
  std::vector<GoalNumber> numbers;  ///< the goal's columns
  bool modelled = false;            ///< the numbers come from the memory model
  std::vector<Absence> absent;      ///< why `met` is absent
};

/// Number of correct points, for rules that it decides.
struct CorrectFinding {
  std::size_t correct = 0;
  std::size_t points = 0;
  std::optional<CheckedPoint> first_wrong;  ///< else the first undecided one; absent if all are correct
  std::size_t open = 0;
};

/// Number of points that meet a goal.
struct GoalFinding {
  std::size_t met = 0;
  std::size_t open = 0;  ///< undecided points
  std::size_t points = 0;
  bool modelled = false;
  std::optional<GoalPoint> first;  ///< the first undecided point of an undecided rule, else the first that misses the
                                   ///< goal; absent if all meet it
};

/// Why a round of timing cannot be used.
struct RoundFault {
  std::string point;
  bool of_reference = false;
  std::string disturbance;  ///< empty: no time
};

/// The rounds of a ratio; the ratio itself is RuleGrade::ratio.
struct RatioFinding {
  std::size_t points = 0;
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::optional<RoundFault> left_out;  ///< fault of the first unusable round
  std::size_t ranked = 0;              ///< of a RankRule: number of ranked submissions
  bool waits = false;  ///< of a RankRule: not ranked until a person has looked at the submission's flags
};

/// The slowest point.
struct TimeFinding {
  std::string slowest;
  std::optional<double> time_us;  ///< absent: `slowest` has no undisturbed time
  std::size_t points = 0;
};

/// Why points are missing.
struct Incomplete {
  enum class Why { interrupted, not_in_ledger, forgotten, grading_interrupted };
  Why why = Why::grading_interrupted;
  std::string run;                         ///< UUID; empty for grading_interrupted
  std::string outcome;                     ///< of an interrupted run, as in the ledger
  std::int64_t recorded = 0, planned = 0;  ///< its points
  std::string reason = {};                 ///< why it was interrupted; may be empty
};

/// The rule selects no measured point, or kernels of its problem have no points.
struct NoPoint {
  std::vector<std::string> kernels = {};  ///< kernels without points; empty: the rule selects none
};

/// There was no round of timing: times of a host say nothing about a GPU.
struct NotTimed {};

using RuleFinding = std::variant<NoPoint, NotTimed, Incomplete, CorrectFinding, GoalFinding, RatioFinding, TimeFinding>;

enum class RuleVerdict {
  met,           ///< all of the rule's points
  partly,        ///< some of them
  not_met,       ///< none
  cannot_judge,  ///< none yet: the deciding values were not measured, and a person must decide
  not_correct,   ///< none, because a point of the problem's kernels is incorrect
};

inline constexpr std::array<std::string_view, 5> kRuleVerdictNames = {"met", "partly", "not met", "cannot judge",
                                                                      "not correct"};

constexpr std::string_view name_of(RuleVerdict verdict) {
  return kRuleVerdictNames.at(static_cast<std::size_t>(verdict));
}

/// A rank in the class.
struct Standing {
  std::size_t rank = 1;  ///< 1 + number of submissions in better groups
  std::size_t tied = 1;  ///< submissions with this rank
};

struct RuleGrade {
  RuleVerdict verdict = RuleVerdict::cannot_judge;
  double given = 0;                  ///< points
  double possible = 0;               ///< points
  RuleFinding finding = {};          ///< what decided the verdict
  std::optional<Ratio> ratio;        ///< time relative to the reference; of a RatioRule or RankRule
  std::optional<Standing> standing;  ///< of a RankRule
};

}  // namespace warpledger
