#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "compare/changed_series.h"
#include "store/reader.h"

namespace warpledger {

/// Statistics of a run.
struct RunTally {
  std::size_t series = 0;       ///< measured by the run
  std::vector<double> changes;  ///< relative() of the series that seem to change with this run
};

/// Adds likely causes from the run of the change, else from the run before or after it: another source or other
/// settings, another environment, an SM clock that explains the time, or a similar change in nearly all series of the
/// run. Also adds the counters that differ by more than 5 %.
void add_causes(const LedgerReader& ledger, std::vector<ChangedSeries>& all,
                const std::map<std::int64_t, RunTally>& tally);

}  // namespace warpledger
