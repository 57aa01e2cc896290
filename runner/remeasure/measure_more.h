#pragma once

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "remeasure/runs_in_turn.h"

namespace warpledger {

/// Compares two runs and measures their INCONCLUSIVE points again, in turn on one device (remeasure/runs_in_turn.h);
/// the new results replace the old ones. On a device other than that of both runs, measures all points and ignores the
/// old results.
///
/// Skips points that failed or were only verified. Throws Error if the runs were on two devices and none is named, and
/// as RunsInTurn does.
RunComparison compare_measuring_more(const InTurnOptions& options, const ComparedSide& before,
                                     const ComparedSide& after, const ComparisonOptions& how, const Console& console);

}  // namespace warpledger
