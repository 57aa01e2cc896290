#pragma once

#include <string>

#include "grading/graded_class.h"
#include "report/report.h"

namespace warpledger {

/// The table of a graded class, for who answers for the grades: a row per submission with its points by problem, its
/// ratio to the reference and, where a rule ranks, its rank; what it was graded on; and the flags. CSV has the table
/// only.
std::string class_page(const GradedClass& graded, const ReportOptions& options);

}  // namespace warpledger
