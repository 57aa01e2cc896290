#pragma once

#include <vector>

#include "grading/late_budget.h"
#include "spec/experiment.h"
#include "spec/library.h"
#include "store/reader.h"
#include "submissions/submission_times.h"

namespace warpledger {

/// The assignments of a term before `experiment`, the first one first: what LatePolicy::budget_left_by names, what that
/// one's names, and so on. Throws Error where one has no budget, is due later than the next, or comes again.
std::vector<Experiment> assignments_before(const Library& library, const Experiment& experiment);

/// What the assignments before `experiment` have left of their term's free days, by the newest grading of each in
/// the ledger and by the rules as they stand now: the same ledger, rules and times leave the same.
LateBudget budget_before(const LedgerReader& ledger, const Library& library, const Experiment& experiment,
                         const SubmissionTimes& times);

}  // namespace warpledger
