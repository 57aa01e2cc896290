#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "compare/changed_series.h"
#include "store/reader.h"

namespace warpledger {

struct RunTally {
  std::size_t series = 0;       ///< that the run measured
  std::vector<double> changes;  ///< relative() of series that seem to change with the run
};

/// Adds differences of source, settings and environment in the run of the change or its neighbours, an SM clock that
/// explains the time, similar changes in nearly all series of the run, and counters that differ by more than 5 %.
void add_causes(const LedgerReader& ledger, std::vector<ChangedSeries>& all,
                const std::map<std::int64_t, RunTally>& tally);

}  // namespace warpledger
