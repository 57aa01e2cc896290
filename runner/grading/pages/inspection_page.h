#pragma once

#include <string>

#include "grading/measure/grading_session.h"
#include "grading/score/graded_class.h"
#include "report/report.h"
#include "store/reader.h"

namespace warpledger {

/// Returns all evidence for a submission's grade, for graders. `graded` is `session` graded. Throws Error if the
/// submission is not in it.
std::string inspection_page(const LedgerReader& ledger, const Experiment& experiment, const GradedClass& graded,
                            const GradingSession& session, const std::string& submission, const ReportOptions& options);

}  // namespace warpledger
