#pragma once

#include <string>

#include "grading/measure/grading_session.h"
#include "grading/score/graded_class.h"
#include "report/report.h"
#include "store/reader.h"

namespace warpledger {

/// All that a submission's grade rests on, for who answers for it: its flags, its runs with their seeds, what was not
/// right, each rule with what decided, the numbers of each goal at each point, the times of each round beside the
/// reference's, and the submitted files. `graded` is `session` graded. Throws Error when there is no such submission.
std::string inspection_page(const LedgerReader& ledger, const Experiment& experiment, const GradedClass& graded,
                            const GradingSession& session, const std::string& submission, const ReportOptions& options);

}  // namespace warpledger
