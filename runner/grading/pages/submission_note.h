#pragma once

#include <string>

#include "grading/score/graded_class.h"

namespace warpledger {

/// Returns what a reader of a submission's table row must know: that a host checked it, and percentages that do not
/// count ("adjustment -50 % of Squares (not counted: there is no such problem)"). Empty if there is nothing.
std::string submission_note(const GradedClass& graded, const GradedSubmission& submission);

/// True if any submission has a note, so that tables need the column.
bool has_submission_notes(const GradedClass& graded);

}  // namespace warpledger
