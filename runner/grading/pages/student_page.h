#pragma once

#include <string>

#include "grading/score/graded_class.h"
#include "model/grading.h"
#include "report/report.h"

namespace warpledger {

/// Returns a student's points and what decided them, followed by `tables`, the assignment's report of the run in the
/// same format, if any. CSV has only a row per rule.
std::string student_page(const StudentGrade& grade, const std::string& tables, const ReportOptions& options);

/// Returns "2024-03-01, by ta: two days late"; with pseudonyms "2024-03-01".
std::string adjustment_reason(const Adjustment& adjustment);

}  // namespace warpledger
