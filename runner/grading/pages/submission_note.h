#pragma once

#include <string>

#include "grading/score/graded_class.h"

namespace warpledger {

/// What must be known of a submission's points where only its row is read: that a host checked it, and each percentage
/// that does not count ("adjustment -50 % of Squares (not counted: there is no such problem)"). Empty: nothing.
std::string submission_note(const GradedClass& graded, const GradedSubmission& submission);

/// Whether some submission has a note, so that tables of the class have a column for them.
bool has_submission_notes(const GradedClass& graded);

}  // namespace warpledger
