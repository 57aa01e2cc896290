#pragma once

#include <string>
#include <vector>

#include "compare/series_marks.h"

namespace warpledger {

/// The series of a page as HTML: a line each, which opens to a plot and its runs, and the data that pages/site.js
/// makes these of:
///
///     {"metric": "time, µs",
///      "runs": [["2026-01-05 03:00", "3f2a9c1b"], ...],          when each began (UTC), the start of its UUID
///      "texts": ["driver 580.1 -> 581.0", ...],
///      "series": {"0f3c...": {"runs": [0, 1, ...], "values": [30.1, null, ...], "failed": [[1, "crashed"], ...],
///                             "changes": [[8, 0], ...], "notes": [[8, 0], ...]}, ...}}
///
/// `runs` is left out of a series that has all; `changes` and `notes` are pairs of a place in `values` and one in
/// `texts`.
std::string series_of_page(const std::vector<MarkedSeries>& page);

/// Its values as a sparkline() with its changes.
std::string spark_of(const MarkedSeries& marked);

/// Leaves the newest runs of a series only, where it has more than a page can show.
void keep_newest(MarkedSeries& marked);

}  // namespace warpledger
