#pragma once

#include <string>

#include "grading/pages/checked_rules.h"
#include "grading/score/graded_class.h"

namespace warpledger {

// What platforms take of an autograder. Gradescope's `results.json` is as schema/gradescope-results.schema.json
// describes it.

/// The grade of a submission: a test per rule, and one of the adjustments, which gives points without having any at
/// most, so that the tests' max_score add up to the assignment's. The total is named, because it does not fall below 0.
/// Students see all of it once grades are published.
std::string gradescope_json(const StudentGrade& grade);

/// What a check says, which students see at once: a test per rule. Points that are open are no test's score; the text
/// says how many there are.
std::string gradescope_json(const CheckedSubmission& checked);

/// The same of a submission that was not run, with no points; `why` is shown as it is.
std::string gradescope_refusal(const std::string& experiment, const std::string& why);

/// What a check says to Autolab: a line for the student, and the one that Autolab takes as the scores, without its end:
/// a score per problem, and the entry of the scoreboard where there is one.
std::string autolab_feedback(const CheckedSubmission& checked);

/// The scores of a submission that was not run.
std::string autolab_refusal(const Grading& grading);

}  // namespace warpledger
