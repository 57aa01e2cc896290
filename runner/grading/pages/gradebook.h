#pragma once

#include <string>

#include "grading/score/graded_class.h"

namespace warpledger {

/// Returns CSV (RFC 4180) with a line per submission or, with a roster, per person. A person without a submission has
/// empty points.
std::string gradebook_csv(const GradedClass& graded);

/// Returns the roster in Canvas's import format (instructure/canvas-lms, lib/gradebook_importer.rb). The assignment is
/// named as in the roster, where Canvas adds a number, else like the experiment. If the class ran on a host, it gets
/// another name, so that it overwrites no grades.
std::string canvas_csv(const GradedClass& graded);

/// Returns the roster in the format that Gradescope exports grades in.
std::string gradescope_csv(const GradedClass& graded);

}  // namespace warpledger
