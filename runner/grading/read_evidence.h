#pragma once

#include <string>
#include <vector>

#include "grading/evidence.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// A round of timing: a run of the submission, and the run of the reference beside it. UUIDs.
struct TimedRound {
  std::string submission;
  std::string reference;
};

/// The runs that a submission's grade is made of.
struct GradedRuns {
  std::vector<std::string> checked;  ///< UUIDs: every grid and seed; what is right is decided by these and the rounds
  std::vector<std::string> counted;  ///< UUIDs: at whose points goals are judged
  std::vector<TimedRound> rounds;
};

/// UUIDs of the runs of the submission's own code that decide what is right: the checked ones and the rounds.
std::vector<std::string> own_runs(const GradedRuns& runs);

/// What the ledger says of a submission for each rule of `experiment.grading`, whose conditions have been checked
/// (check_grading). A point is timed beside the reference's of the same parameters and launch. Flags are not read:
/// read_flags() looks at the whole class.
SubmissionEvidence read_evidence(const LedgerReader& ledger, const Experiment& experiment,
                                 const std::string& submission, const GradedRuns& runs);

}  // namespace warpledger
