#pragma once

#include <string>

#include "grading/score/graded_class.h"

namespace warpledger {

/// Returns a class as CSV (RFC 4180): a line per submission with submission, total, possible, a column per problem,
/// adjustments, open_points, rank, ratio and flags; also device if there were several, and note if any submission has
/// one. With a roster, there is a line per person, with name, id, section and why_0; a person without a submission has
/// empty points. Points are rounded.
std::string gradebook_csv(const GradedClass& graded);

/// Returns the roster's people in Canvas's import format (instructure/canvas-lms, lib/gradebook_importer.rb): Student,
/// ID, SIS User ID and SIS Login ID if known, Section, and the assignment. The assignment is named as in the roster,
/// where Canvas adds a number, else like the experiment. The second line has the points possible. A class that ran on a
/// host gets another name, so that it overwrites no grades.
std::string canvas_csv(const GradedClass& graded);

/// Returns the roster's people in the format that Gradescope exports grades in.
std::string gradescope_csv(const GradedClass& graded);

}  // namespace warpledger
