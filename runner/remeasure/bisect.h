#pragma once

#include <string>

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "remeasure/runs_in_turn.h"

namespace warpledger {

/// What a bisection found, for a person.
struct Bisection {
  bool found = false;  ///< one run whose sources are the first slower ones
  std::string page;
};

/// Finds the first run between `fast` and `slow`, of the same experiment, submission and device, whose sources are
/// slower than those of `fast`. What is measured are sources of today's ledger, never what runs measured then: each
/// version's points that became slower, in turn with those of `fast` (remeasure/runs_in_turn.h), until the verdict or
/// the budget of the step is spent. The newest sources come first: when they are not slower, something else than
/// sources changed, and that is what is said. Runs with the sources of the run before are one version with it. A
/// version without a verdict, or that does not compile, is stepped over and said.
///
/// Throws Error where the runs do not belong together, and where no point of `slow` may be slower.
Bisection bisect(const InTurnOptions& options, const ComparedSide& fast, const ComparedSide& slow,
                 const ComparisonOptions& how, const Console& console);

}  // namespace warpledger
