#pragma once

#include <string>

#include "grading/graded_class.h"
#include "report/report.h"

namespace warpledger {

/// The table of a graded class, for who answers for the grades: a row per submission with its points by problem, why
/// it has none, its ratio to the reference and, where a rule ranks, its rank; what it was graded on; the flags; and the
/// files that were passed over. CSV has the table only.
///
/// HTML has more: plots of points and ratios, what became of each rule, and a field that filters the rows. With
/// `in_folder` it links to students' pages and copies.html, beside which it lies.
std::string class_page(const GradedClass& graded, const ReportOptions& options, bool in_folder = false);

}  // namespace warpledger
