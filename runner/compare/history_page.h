#pragma once

#include <string>
#include <vector>

#include "base/text_width.h"
#include "compare/series_marks.h"
#include "report/format.h"

namespace warpledger {

/// A section per series with its verdict and a row per run; CSV is one table. `width` applies to text.
std::string history_page(const std::vector<MarkedSeries>& all, const std::string& metric, Format format,
                         const LineWidth& width);

inline constexpr const char* kBegan = "began (UTC)";

/// "2026-11-23 02:41:47"; only the day at midnight.
std::string moment_of(const std::string& started_utc);

/// The same without seconds.
std::string minute_of(const std::string& started_utc);

std::string heading_of(const Series& series);

/// Returns a row per run.
Table table_of(const MarkedSeries& marked, const std::string& metric);

/// Returns JSON with unrounded numbers.
std::string history_json(const std::vector<MarkedSeries>& all, const std::string& metric);

/// "no change found: 24 values around 32.7", "2 changes in 24 of 52 values, the last 2026-03-01: 30.1 -> 33.8 (+12.3
/// %)"
std::string verdict_of(const MarkedSeries& marked);

}  // namespace warpledger
