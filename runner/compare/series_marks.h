#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compare/series.h"
#include "stats/change_points.h"
#include "store/reader.h"

namespace warpledger {

/// A series with what is to be said of its lines.
struct MarkedSeries {
  Series series;
  std::vector<ChangePoint> changes;             ///< their index is that of an observation
  std::vector<std::vector<std::string>> marks;  ///< of each observation: what changed, notes
};

/// All that is said of an observation, in one line.
std::string marks_of(const MarkedSeries& marked, std::size_t place);

/// Finds the change points of the observations that count.
std::vector<ChangePoint> changes_of(const Series& series, const ChangePointOptions& options);

/// Marks each observation with its change point, what of the environment, the source or the settings differs from the
/// one before, what changed within its run, and what people noted.
std::vector<MarkedSeries> mark_series(const LedgerReader& ledger, std::vector<Series> all,
                                      const ChangePointOptions& options);

}  // namespace warpledger
