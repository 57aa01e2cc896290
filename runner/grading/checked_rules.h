#pragma once

#include <string>

#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// What the rules of `experiment.grading` say of one run of a submission, by its UUID: a paragraph a problem, a line a
/// rule. Rules of times are not judged: that takes the reference beside the submission.
std::string checked_rules(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid);

}  // namespace warpledger
