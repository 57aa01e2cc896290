#pragma once

#include <string>

#include "grading/graded_class.h"

namespace warpledger {

/// What Gradescope takes as the `results.json` of the submission called `name`, as
/// schema/gradescope-results.schema.json describes it: a test a rule, and one of the adjustments, which gives points
/// without having any at most, so that the tests' max_score add up to the assignment's. The total is named, because it
/// does not fall below 0. Students see all of it once grades are published. Throws Error when there is no such
/// submission.
std::string gradescope_json(const GradedClass& graded, const std::string& name);

}  // namespace warpledger
