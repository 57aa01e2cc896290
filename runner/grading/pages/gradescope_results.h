#pragma once

#include <string>

#include "grading/pages/checked_rules.h"
#include "grading/score/graded_class.h"

namespace warpledger {

// Results in the formats of Gradescope (schema/gradescope-results.schema.json) and Autolab.

/// Returns a grade: a test per rule and one for adjustments. The latter has no max_score, so those of the tests add up
/// to the assignment's. The score is explicit, because the total is at least 0. Visible to students after publication.
std::string gradescope_json(const StudentGrade& grade);

/// Returns a check, immediately visible to students: a test per rule. Undecided rules have no score; their text has
/// their points.
std::string gradescope_json(const CheckedSubmission& checked);

/// Returns the result of a submission that was not run, with 0 points; shows `why` as plain text.
std::string gradescope_refusal(const std::string& experiment, const std::string& why);

/// Returns a check for Autolab: a line for the student, and Autolab's score line with a score per problem and the
/// scoreboard entry, if any.
std::string autolab_feedback(const CheckedSubmission& checked);

/// Returns the score line of a submission that was not run.
std::string autolab_refusal(const Grading& grading);

}  // namespace warpledger
