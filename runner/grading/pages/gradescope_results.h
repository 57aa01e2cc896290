#pragma once

#include <string>

#include "grading/pages/checked_rules.h"
#include "grading/score/graded_class.h"

namespace warpledger {

// Results in the formats of Gradescope (schema/gradescope-results.schema.json) and Autolab.

/// Returns a test per rule and one for adjustments. The latter has no max_score, so those of the rules add up to the
/// assignment's. The total is explicit, because it is at least 0. Students see it after publication.
std::string gradescope_json(const StudentGrade& grade);

/// Returns a test per rule; undecided rules have no score. Students see it immediately.
std::string gradescope_json(const CheckedSubmission& checked);

/// Returns 0 points for a submission that was not run; `why` is shown as plain text.
std::string gradescope_refusal(const std::string& experiment, const std::string& why);

/// Returns a line for the student and Autolab's line: a score per problem and the scoreboard's entry, if any.
std::string autolab_feedback(const CheckedSubmission& checked);

/// Returns the scores of a submission that was not run.
std::string autolab_refusal(const Grading& grading);

}  // namespace warpledger
