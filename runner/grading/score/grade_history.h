#pragma once

#include <string>

#include "grading/hand_in/submission_times.h"
#include "model/table.h"
#include "spec/library.h"

namespace warpledger {

/// Which gradings of a ledger are looked at, and by which rules.
struct GradeHistoryRequest {
  std::string ledger;
  std::string experiment;   ///< empty: all that were graded
  std::string submission;   ///< empty: the class as a whole
  SubmissionTimes times;    ///< of what the ledger does not know, or knows wrongly
  bool rules_then = false;  ///< as they were when the class ran; else those of the library, where it has them
};

/// Table with a row per grading session, oldest first: its device, its rules (first digits of the SHA-256 of the
/// experiment's text, and whether the class ran by that text), and the points of the submission or the median of the
/// class. Families come from the library. If the rules cannot be read, points are NULL and `problem` has the reason.
/// Throws Error if the ledger has no matching grading.
Table grade_history(const GradeHistoryRequest& request, const Library& library);

}  // namespace warpledger
