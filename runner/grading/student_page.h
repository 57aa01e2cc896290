#pragma once

#include <string>

#include "grading/graded_class.h"
#include "report/report.h"

namespace warpledger {

/// What the submission called `name` got and why, for who wrote it: its total; of each rule the words, the verdict, the
/// points and what decided; the adjustments. Neither its flags nor other submissions show, but for its rank and how
/// many there are. `tables` is the assignment's report of its run in the same format, put below; empty: none. CSV has a
/// row per rule only. Throws Error when there is no such submission.
std::string student_page(const GradedClass& graded, const std::string& name, const std::string& tables,
                         const ReportOptions& options);

/// "2024-03-01, by ta: two days late".
std::string adjustment_reason(const Adjustment& adjustment);

/// "-10 % of Problem 1", "+5 points".
std::string adjustment_amount(const Adjustment& adjustment);

}  // namespace warpledger
