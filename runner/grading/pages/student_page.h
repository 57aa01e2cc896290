#pragma once

#include <string>

#include "grading/score/graded_class.h"
#include "model/grading.h"
#include "report/report.h"

namespace warpledger {

/// What a submission got and why, for who wrote it: its total; of each rule the words, the verdict, the points and what
/// decided; the adjustments; its rank and how many there are. `tables` is the assignment's report of its run in the
/// same format, put below; empty: none. CSV has a row per rule only.
std::string student_page(const StudentGrade& grade, const std::string& tables, const ReportOptions& options);

/// "2024-03-01, by ta: two days late"; with pseudonyms, which leave the reason out: "2024-03-01".
std::string adjustment_reason(const Adjustment& adjustment);

}  // namespace warpledger
