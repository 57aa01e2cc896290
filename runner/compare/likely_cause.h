#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "compare/changed_series.h"
#include "store/reader.h"

namespace warpledger {

/// What is known of a run of a period.
struct RunTally {
  std::size_t series = 0;       ///< that it measured
  std::vector<double> changes;  ///< relative() of those that look changed from it on
};

/// Adds to each series what happened in the same run as its change, else in the run before or after it: another source
/// or other settings, another environment, an SM clock that explains the time, all series of the run alike; and the
/// counters that differ by more than 5 %.
void add_causes(const LedgerReader& ledger, std::vector<ChangedSeries>& all,
                const std::map<std::int64_t, RunTally>& tally);

}  // namespace warpledger
