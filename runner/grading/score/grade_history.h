#pragma once

#include <string>

#include "grading/hand_in/submission_times.h"
#include "model/table.h"
#include "spec/library.h"

namespace warpledger {

/// Selects gradings of a ledger, and the rules to apply.
struct GradeHistoryRequest {
  std::string ledger;
  std::string experiment;   ///< empty: all
  std::string submission;   ///< empty: the class
  SubmissionTimes times;    ///< replace missing or incorrect times in the ledger
  bool rules_then = false;  ///< apply the rules stored in the session; else the library's, if it has the experiment
};

/// Returns a row per grading session, oldest first: device, rules (first digits of the SHA-256 of the experiment's
/// text, and whether the class ran by it), and the points of the submission or the class's median. If the rules cannot
/// be read, points are NULL and `problem` has the reason. Throws Error if no grading matches.
Table grade_history(const GradeHistoryRequest& request, const Library& library);

}  // namespace warpledger
