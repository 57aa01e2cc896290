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

// What a rule came to is data: its verdict, and what decided it. Sentences are made of it by the pages (rule_text.h).

/// How a point of a submission ended.
struct CheckedPoint {
  std::string name;  ///< "norm_group d_l=32 grp_size=8 blocks=128 warps=4"
  Outcome outcome = Outcome::ok;
  std::string reason;  ///< what the runner or the compiler says of it; empty when ok
  bool open = false;   ///< says nothing of the submission: a rule refused it, or the host does not know what it uses
};

/// A column that a goal looks at, at a point.
struct GoalNumber {
  std::string name;
  Cell value;  ///< NULL: not measured
};

/// Why metrics are absent at a point.
struct Absence {
  std::string reason;  ///< "no permission"
  std::vector<std::string> metrics;
};

/// Whether a point meets a goal.
struct GoalPoint {
  std::string name;
  std::optional<bool> met;          ///< absent where the goal cannot be judged
  std::vector<GoalNumber> numbers;  ///< what the goal looks at
  bool modelled = false;            ///< the numbers come from the memory model
  std::vector<Absence> absent;      ///< why `met` is absent
};

/// How many points are correct, for any rule that this decides.
struct CorrectFinding {
  std::size_t correct = 0;
  std::size_t points = 0;
  std::optional<CheckedPoint> first_wrong;  ///< one that is open where none is wrong; absent when all are correct
  std::size_t open = 0;
};

/// How many points meet a goal.
struct GoalFinding {
  std::size_t met = 0;
  std::size_t open = 0;  ///< that cannot be judged
  std::size_t points = 0;
  bool modelled = false;
  std::optional<GoalPoint> first;  ///< that decided: the first that cannot be judged where the rule cannot, else the
                                   ///< first that misses; absent when all meet it
};

/// Why a round of timing cannot be used.
struct RoundFault {
  std::string point;
  bool of_reference = false;
  std::string disturbance;  ///< empty: there is no time
};

/// Rounds that a ratio is made of; the ratio is RuleGrade::ratio.
struct RatioFinding {
  std::size_t points = 0;
  std::size_t used_rounds = 0;
  std::size_t rounds = 0;
  std::optional<RoundFault> left_out;  ///< of the first round that was left out
  std::size_t ranked = 0;              ///< of a RankRule: how many of the class have a place
  bool waits = false;                  ///< of a RankRule: no place until a person has looked at the submission's flags
};

/// The point of the longest time.
struct TimeFinding {
  std::string slowest;
  std::optional<double> time_us;  ///< absent: `slowest` has no undisturbed time
  std::size_t points = 0;
};

/// Points are missing.
struct Incomplete {
  enum class Why { interrupted, not_in_ledger, forgotten, grading_interrupted };
  Why why = Why::grading_interrupted;
  std::string run;                         ///< UUID; empty for grading_interrupted
  std::string outcome;                     ///< of an interrupted run, as the ledger has it
  std::int64_t recorded = 0, planned = 0;  ///< its points
  std::string reason = {};                 ///< what it was interrupted by; may be empty
};

/// No measured point is one that the rule looks at, or kernels of its problem have none at all.
struct NoPoint {
  std::vector<std::string> kernels = {};  ///< that have none; empty: the rule chooses none
};

/// No round of timing was run: times of a host say nothing of a GPU.
struct NotTimed {};

using RuleFinding = std::variant<NoPoint, NotTimed, Incomplete, CorrectFinding, GoalFinding, RatioFinding, TimeFinding>;

enum class RuleVerdict {
  met,           ///< all of the rule's points
  partly,        ///< some of them
  not_met,       ///< none
  cannot_judge,  ///< none as yet: what decides was not measured, and a person has to
  not_correct,   ///< none, because a point of the problem's kernels is not correct
};

inline constexpr std::array<std::string_view, 5> kRuleVerdictNames = {"met", "partly", "not met", "cannot judge",
                                                                      "not correct"};

constexpr std::string_view name_of(RuleVerdict verdict) {
  return kRuleVerdictNames.at(static_cast<std::size_t>(verdict));
}

/// A place in a class.
struct Standing {
  std::size_t rank = 1;  ///< 1 and how many are in the groups ahead
  std::size_t tied = 1;  ///< how many have this rank
};

struct RuleGrade {
  RuleVerdict verdict = RuleVerdict::cannot_judge;
  double given = 0;                  ///< points
  double possible = 0;               ///< points
  RuleFinding finding = {};          ///< what decided
  std::optional<Ratio> ratio;        ///< the submission's time over the reference's; of a RatioRule or RankRule
  std::optional<Standing> standing;  ///< of a RankRule
};

}  // namespace warpledger
