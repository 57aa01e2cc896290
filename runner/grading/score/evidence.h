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
  std::vector<RuleEvidence> rules;    ///< one per rule of the problem
  bool timed = false;                 ///< there is a round of timing
  /// Kernels of the problem that no run has a point of: what the others are says nothing of it.
  std::vector<std::string> without_points = {};
};

struct SubmissionEvidence {
  std::string submission;
  std::optional<Incomplete> incomplete;   ///< why points are missing; absent: none is
  std::vector<ProblemEvidence> problems;  ///< one per problem of the grading
  std::vector<Adjustment> adjustments;    ///< in the order written
  bool flagged = false;                   ///< a person must look at it before it is ranked (read_flags)
};

/// What the ledger says of a submission for each rule of `experiment.grading`, whose conditions have been checked
/// (check_grading). A point is timed beside the reference's of the same parameters and launch. Flags are not read:
/// read_flags() looks at the whole class.
SubmissionEvidence read_evidence(const LedgerReader& ledger, const Experiment& experiment,
                                 const std::string& submission, const GradedRuns& runs);

/// The times of a submission and of the reference in all rounds, by point.
class RoundTimes {
 public:
  /// `reference` is Grading::reference.
  RoundTimes(const LedgerReader& ledger, const std::vector<TimedRound>& rounds,
             const std::map<std::string, std::string>& reference);

  /// The times of the point with that kernel and identity. A side has none in a round where the point did not end ok.
  TimedPoint times_of(const std::string& kernel, const std::string& identity) const;

 private:
  /// The points of a run that ended ok, in the plan's order.
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
