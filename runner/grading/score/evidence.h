#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/measure/grading_session.h"
#include "grading/score/rule_grade.h"
#include "model/grading.h"
#include "spec/experiment.h"
#include "stats/verdict.h"
#include "store/reader.h"

namespace warpledger {

/// Times of a point in a round. A side without samples was not timed.
struct TimesOfRound {
  TimedLaunches submission;
  TimedLaunches reference;
};

struct TimedPoint {
  std::string name;
  std::vector<TimesOfRound> rounds;  ///< the same number at every point
};

/// Points that a rule's `where` selects, in the list for its kind.
struct RuleEvidence {
  std::vector<CheckedPoint> checked;  ///< for CorrectRule
  std::vector<GoalPoint> goals;       ///< for GoalRule
  std::vector<TimedPoint> timed;      ///< for RatioRule, TimeRule, RankRule
};

struct ProblemEvidence {
  std::vector<CheckedPoint> checked;  ///< all points of the problem's kernels, of all runs
  std::vector<RuleEvidence> rules;    ///< one per rule
  bool timed = false;                 ///< there is a round of timing
  /// Kernels without points in any run; correct points of others do not decide the rules.
  std::vector<std::string> without_points = {};
};

struct SubmissionEvidence {
  std::string submission;
  std::optional<Incomplete> incomplete;   ///< why points are missing; absent if complete
  std::vector<ProblemEvidence> problems;  ///< one per problem
  std::vector<Adjustment> adjustments;    ///< in the order written
  bool flagged = false;                   ///< not ranked until a person has looked at it (read_flags)
};

/// Reads the evidence for each rule of `experiment.grading`, whose conditions must be valid (check_grading). Leaves
/// `flagged` to read_flags(), which needs the class.
SubmissionEvidence read_evidence(const LedgerReader& ledger, const Experiment& experiment,
                                 const std::string& submission, const GradedRuns& runs);

/// Times of a submission and its reference in all rounds.
class RoundTimes {
 public:
  /// `reference` is Grading::reference.
  RoundTimes(const LedgerReader& ledger, const std::vector<TimedRound>& rounds,
             const std::map<std::string, std::string>& reference);

  /// Returns the times of a point. A side has none in a round in which the point did not end ok.
  TimedPoint times_of(const std::string& kernel, const std::string& identity) const;

 private:
  /// Points that ended ok, in plan order.
  struct Launches {
    std::vector<std::string> identities;
    std::vector<TimedLaunches> launches;
  };
  struct Round {
    Launches submission, reference;
  };
  static Launches launches_of(const LedgerReader& ledger, const std::string& run_uuid);

  std::vector<Round> rounds_;
  std::map<std::string, std::string> reference_;
};

}  // namespace warpledger
