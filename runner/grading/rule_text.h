#pragma once

#include <string>

#include "model/grading.h"
#include "spec/experiment.h"
#include "store/reader.h"

namespace warpledger {

/// What a rule asks for, in words: "every point correct where d_l >= 8", "bank_conflicts_per_request <= 0.1 where
/// grp_size = d_l", "time relative to the reference's: full marks up to 1.1, none from 4". Conditions stand as they
/// were written; how many points it gives is not said.
std::string rule_text(const GradingRule& rule);

/// What the rules of `experiment.grading` say of one run of a submission, by its UUID: a paragraph a problem, a line a
/// rule. Rules of times are not judged: that takes the reference beside the submission.
std::string checked_rules(const LedgerReader& ledger, const Experiment& experiment, const std::string& run_uuid);

}  // namespace warpledger
