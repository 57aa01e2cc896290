#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/text_width.h"
#include "compare/changed_series.h"
#include "report/draw.h"
#include "report/format.h"

namespace warpledger {

/// Columns of changed_page() that a site's links and colours are in.
inline constexpr std::size_t kVerdictColumn = 0, kPointColumn = 2;

/// Changes of a period: a line per series, and the series that were not measured. CSV has only the lines. HTML is a
/// part of a page, with `cell` as in render_html_table(). `width` is that of text. All but CSV show the first 100 lines
/// and count the others.
std::string changed_page(const ChangedList& list, Format format, const LineWidth& width, const CellHtml& cell = {});

/// The same as a JSON object, every number in full.
std::string changed_json(const ChangedList& list);

/// "3 series changed since 2026-11-17: 2 SLOWER, 1 SUSPECTED FASTER"; or that nothing changed, or was measured.
std::string headline_of(const ChangedList& list);

/// The series and tests that were counted, and what was not measured; a sentence each.
std::vector<std::string> remarks_on(const ChangedList& list);

/// "driver 580.1 -> 581.0; SM clock 2520 -> 1900 MHz"; "none found".
std::string words_of(const std::vector<LikelyCause>& causes);

}  // namespace warpledger
