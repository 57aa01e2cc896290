#pragma once

#include <string>
#include <vector>

#include "grading/grading_session.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// What decides what a grading runs and what is right, and is another now than in the session's newest run: keys of the
/// experiment ("grid", "grading.hidden"), and files of its family ("kernels/norm/reference.cu"). Empty: nothing.
std::vector<std::string> changes_since(const LedgerReader& ledger, const GradingSession& session,
                                       const Experiment& now);

}  // namespace warpledger
