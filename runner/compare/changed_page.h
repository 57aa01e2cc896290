#pragma once

#include <string>

#include "base/text_width.h"
#include "compare/changed_series.h"
#include "report/format.h"

namespace warpledger {

/// What changed in a period: a line a series, and what was not measured. CSV has the lines alone. `width` is that of
/// text. Text and Markdown show the first 100 lines and count the others.
std::string changed_page(const ChangedList& list, Format format, const LineWidth& width);

/// The same as a JSON object, every number in full.
std::string changed_json(const ChangedList& list);

/// "3 series changed since 2026-11-17: 2 SLOWER, 1 SUSPECTED FASTER"; or that nothing did, or was measured.
std::string headline_of(const ChangedList& list);

/// What was looked at, how chance is kept out, and what was not measured; a sentence each.
std::vector<std::string> remarks_on(const ChangedList& list);

/// "driver 580.1 -> 581.0; SM clock 2520 -> 1900 MHz"; "none found".
std::string words_of(const std::vector<LikelyCause>& causes);

/// "bank_conflicts_per_request 15.3 -> 0, 2 more".
std::string counters_of(const ChangedSeries& changed);

}  // namespace warpledger
