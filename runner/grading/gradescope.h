#pragma once

#include <string>

#include "grading/student_grade.h"

namespace warpledger {

/// What Gradescope takes as the `results.json` of a submission, as
/// schema/gradescope-results.schema.json describes it: a test per rule, and one of the adjustments, which gives points
/// without having any at most, so that the tests' max_score add up to the assignment's. The total is named, because it
/// does not fall below 0. Students see all of it once grades are published.
std::string gradescope_json(const StudentGrade& grade);

}  // namespace warpledger
