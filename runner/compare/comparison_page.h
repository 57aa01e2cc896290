#pragma once

#include <cstddef>
#include <string>

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "report/format.h"

namespace warpledger {

/// The compared runs, a table with a row per point, the summary and the points that were left out; CSV has the table
/// only, HTML is a part of a page. `width` is that of text.
std::string comparison_page(const RunComparison& comparison, Format format, const LineWidth& width);

/// `comparison` with at most `most` points that are not SAME, the clearest verdicts first; its counts stay.
RunComparison clearest(RunComparison comparison, std::size_t most);

}  // namespace warpledger
