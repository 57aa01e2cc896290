#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "model/program.h"
#include "remeasure/runs_in_turn.h"

namespace warpledger {

/// Runs in a row with the same sources.
struct SourceVersion {
  std::vector<std::string> runs;  ///< UUIDs, oldest first
  std::string started_utc;        ///< of the first
  std::vector<SourceFile> files;
  std::string why;  ///< it was judged so, in words
};

enum class BisectionEnd {
  found,         ///< one version whose sources are the first slower ones
  several_left,  ///< versions without a verdict lie before the first slow one
  same_sources,  ///< from the one run to the other
  not_slower,    ///< the sources of the later run
  unknown,       ///< whether those are slower
};

inline constexpr std::array<std::string_view, 5> kBisectionEnds = {"found", "several_left", "same_sources",
                                                                   "not_slower", "unknown"};

/// What a bisection found.
struct Bisection {
  BisectionEnd end = BisectionEnd::unknown;
  std::optional<SourceVersion> last_fast, first_slow;  ///< where the sources are slower
  std::vector<SourceVersion> not_judged;               ///< that may be the first slow ones
  std::string changes;  ///< beside the sources, where they are not the cause; empty: none that a run keeps
  std::string why;      ///< nothing is known; else empty
};

/// Finds the first run between `fast` and `slow`, of the same experiment, submission and device, whose sources are
/// slower than those of `fast`. What is measured are sources of today's ledger, never what runs measured then: each
/// version's points that became slower, in turn with those of `fast` (remeasure/runs_in_turn.h), until the verdict or
/// the budget of the step is spent. The newest sources come first: when they are not slower, something else than
/// sources changed, and that is what is said. Runs with the sources of the run before are one version with it. A
/// version without a verdict, or that does not compile, is stepped over and said.
///
/// Throws Error where the runs do not belong together, and where their sources differ and no point of `slow` may be
/// slower.
Bisection bisect(const InTurnOptions& options, const ComparedSide& fast, const ComparedSide& slow,
                 const ComparisonOptions& how, const Console& console);

}  // namespace warpledger
