#pragma once

#include <string>
#include <vector>

#include "grading/score/grade.h"
#include "spec/experiment.h"
#include "spec/submitted_kernels.h"
#include "store/reader.h"

namespace warpledger {

// Results of one run before grading, at home or on a platform. Rules about time stay undecided, because they need the
// reference.

struct CheckedSubmission {
  std::string experiment;
  std::string device;
  bool on_host = false;  ///< a CPU ran it instead of a GPU
  bool complete = true;  ///< all points are recorded
  Grading grading;
  GradeSheet sheet;
  std::vector<double> scoreboard = {};  ///< the scoreboard's entry; empty: none
  UnusedSources unused = {};
};

/// Applies the rules of `experiment.grading` to a run (a UUID).
CheckedSubmission read_check(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid);

/// Returns a rule's result in words: "met: all 40 points are correct".
std::string checked_verdict(const GradingRule& rule, const RuleGrade& grade);

/// Returns a paragraph per problem, with a line per rule.
std::string checked_rules(const CheckedSubmission& checked);

}  // namespace warpledger
