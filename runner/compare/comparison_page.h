#pragma once

#include <cstddef>
#include <string>

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "report/format.h"

namespace warpledger {

/// Table with a row per point, and a summary; CSV has only the table, HTML is part of a page. `width` applies to text.
std::string comparison_page(const RunComparison& comparison, Format format, const LineWidth& width);

/// Keeps at most `most` points that are not SAME, the clearest verdicts first; counts do not change.
RunComparison clearest(RunComparison comparison, std::size_t most);

}  // namespace warpledger
