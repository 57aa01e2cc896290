#pragma once

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "remeasure/runs_in_turn.h"

namespace warpledger {

/// Compares, and measures the points that are INCONCLUSIVE again, in turn on one device (remeasure/runs_in_turn.h):
/// what the two new runs say stands in place of what the old ones left open. Measured on another device than both runs,
/// it is all points, and what the old runs say is left out.
///
/// Nothing is measured where nothing is INCONCLUSIVE. Points that failed, or were only verified, are left alone.
/// Throws Error where the runs were on two devices and none is named, and what RunsInTurn throws.
RunComparison compare_measuring_more(const InTurnOptions& options, const ComparedSide& before,
                                     const ComparedSide& after, const ComparisonOptions& how, const Console& console);

/// What the runs that were made say, of the kernels of `before` and `after`.
RunComparison compare_made(const std::string& ledger, const RunsMade& made, const ComparedSide& before,
                           const ComparedSide& after, const ComparisonOptions& how);

/// How many samples a round takes: together, those before the first look are about as many as would decide, where that
/// is known, but no more than 30: a verdict needs kFewestRounds first of all. On an H200, rounds of 226 points took 10
/// s with 50 to 100 samples, so that the budget was spent before the first look.
int samples_of_round(const Comparison& comparison);

}  // namespace warpledger
