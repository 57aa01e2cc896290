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

}  // namespace warpledger
