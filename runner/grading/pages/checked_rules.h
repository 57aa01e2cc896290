#pragma once

#include <string>
#include <vector>

#include "grading/score/grade.h"
#include "spec/experiment.h"
#include "spec/submitted_kernels.h"
#include "store/reader.h"

namespace warpledger {

// What the rules say of one run of a submission, before there is a grade: by a check, at home or where students submit.
// Rules of times are not judged: that takes the reference beside the submission.

struct CheckedSubmission {
  std::string experiment;
  std::string device;    ///< its name
  bool on_host = false;  ///< a CPU ran it in place of a GPU
  bool complete = true;  ///< no point is left
  Grading grading;
  GradeSheet sheet;
  std::vector<double> scoreboard = {};  ///< its entry (scoreboard.h); empty: none
  UnusedSources unused = {};
};

/// Of a run by its UUID, with the rules of `experiment.grading`.
CheckedSubmission read_check(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid);

/// What a rule came to, in words: "met: all 40 points are correct".
std::string checked_verdict(const GradingRule& rule, const RuleGrade& grade);

/// All rules: a paragraph a problem, a line a rule.
std::string checked_rules(const CheckedSubmission& checked);

}  // namespace warpledger
