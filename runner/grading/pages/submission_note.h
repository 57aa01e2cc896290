#pragma once

#include <string>

#include "grading/score/graded_class.h"

namespace warpledger {

/// Returns what a table row must add: a host checked it, or a percentage does not count ("adjustment -50 % of Squares
/// (not counted: there is no such problem)"). May be empty.
std::string submission_note(const GradedClass& graded, const GradedSubmission& submission);

/// True if tables need a column for notes.
bool has_submission_notes(const GradedClass& graded);

}  // namespace warpledger
