#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "compare/changed_series.h"
#include "report/draw.h"
#include "report/format.h"

namespace warpledger {

/// Columns to which a site adds links and colours.
inline constexpr std::size_t kVerdictColumn = 0, kPointColumn = 2;

/// A line per series, then the series that were not measured; CSV has only the lines, other formats the first 100. HTML
/// is part of a page, with `cell` as in render_html_table(). `width` applies to text.
std::string changed_page(const ChangedList& list, Format format, const LineWidth& width, const CellHtml& cell = {});

/// Returns JSON with unrounded numbers.
std::string changed_json(const ChangedList& list);

/// "3 series changed since 2026-11-17: 2 SLOWER, 1 SUSPECTED FASTER"
std::string headline_of(const ChangedList& list);

/// Sentences about the number of series and tests, and what was not measured.
std::vector<std::string> remarks_on(const ChangedList& list);

/// "driver 580.1 -> 581.0; SM clock 2520 -> 1900 MHz", or "none found".
std::string words_of(const std::vector<LikelyCause>& causes);

}  // namespace warpledger
