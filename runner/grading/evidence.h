#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/adjustment.h"
#include "model/outcome.h"
#include "stats/verdict.h"

namespace warpledger {

/// How a point of a submission ended.
struct CheckedPoint {
  std::string name;  ///< "norm_group d_l=32 grp_size=8 blocks=128 warps=4"
  Outcome outcome = Outcome::ok;
  std::string reason;  ///< for a person; empty when ok
};

/// Whether a point meets a goal.
struct GoalPoint {
  std::string name;
  std::optional<bool> met;  ///< absent where the goal cannot be judged
  std::string numbers;      ///< what the goal looks at: "l2_write_norm = 8"
  std::string reason;       ///< why `met` is absent
  bool modelled = false;    ///< the numbers come from the memory model
};

/// A point's times in a round: the submission's and, beside it, the reference's. A side without samples has no time.
struct TimesOfRound {
  TimedLaunches submission;
  TimedLaunches reference;
};

struct TimedPoint {
  std::string name;
  std::vector<TimesOfRound> rounds;  ///< as many at every point
};

/// What a rule looks at: the points that its `where` chooses. Which list is filled depends on the rule.
struct RuleEvidence {
  std::vector<CheckedPoint> checked;  ///< of CorrectRule
  std::vector<GoalPoint> goals;       ///< of GoalRule
  std::vector<TimedPoint> timed;      ///< of RatioRule, TimeRule, RankRule
};

struct ProblemEvidence {
  std::vector<CheckedPoint> checked;  ///< all points of the problem's kernels, in every run
  std::vector<RuleEvidence> rules;    ///< one a rule of the problem
};

struct SubmissionEvidence {
  std::string submission;
  std::string incomplete;                 ///< why points are missing: "run 1a2b3c4d was interrupted"; empty: none is
  std::vector<ProblemEvidence> problems;  ///< one a problem of the grading
  std::vector<Adjustment> adjustments;    ///< in the order written
  /// What a person must look at before it is ranked, each in a sentence: "the source of norm_group is the same as ..."
  std::vector<std::string> flags;
};

}  // namespace warpledger
