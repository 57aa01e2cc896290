#pragma once

#include <string>

#include "model/table.h"
#include "spec/library.h"
#include "submissions/submission_times.h"

namespace warpledger {

/// Which gradings of a ledger are looked at, and by which rules.
struct GradeHistoryRequest {
  std::string ledger;
  std::string experiment;   ///< empty: all that were graded
  std::string submission;   ///< empty: the class as a whole
  SubmissionTimes times;    ///< of what the ledger does not know, or knows wrongly
  bool rules_then = false;  ///< as they were when the class ran; else those of the library, where it has them
};

/// A row a session of grading, the oldest first: on which device, by which rules (the beginning of the SHA-256 of the
/// experiment's text, and whether the class ran by the same), and the points: of the submission, with the free late
/// days of its term that it spent and had left, or the median of the class. Families are those of the library. Where
/// the rules cannot be read, points are NULL and `problem` says why. Throws Error when the ledger has no
/// grading that is asked for.
Table grade_history(const GradeHistoryRequest& request, const Library& library);

}  // namespace warpledger
