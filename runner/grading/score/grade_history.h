#pragma once

#include <string>

#include "grading/hand_in/submission_times.h"
#include "model/table.h"
#include "spec/library.h"

namespace warpledger {

/// Selects the gradings of a ledger, and the rules to grade them by.
struct GradeHistoryRequest {
  std::string ledger;
  std::string experiment;  ///< empty: all graded ones
  std::string submission;  ///< empty: the class
  SubmissionTimes times;   ///< replace missing or incorrect times in the ledger
  bool rules_then =
      false;  ///< grade by the rules stored with the session; else by the library's, if it has the experiment
};

/// Table with a row per grading session, oldest first: its device, its rules (first digits of the SHA-256 of the
/// experiment's text, and whether the class ran by that text), and the points of the submission or the median of the
/// class. Families come from the library. If the rules cannot be read, points are NULL and `problem` has the reason.
/// Throws Error if the ledger has no matching grading.
Table grade_history(const GradeHistoryRequest& request, const Library& library);

}  // namespace warpledger
