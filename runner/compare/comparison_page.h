#pragma once

#include <cstddef>
#include <string>

#include "base/text_width.h"
#include "compare/run_comparison.h"
#include "report/format.h"

namespace warpledger {

/// What was compared, a table with a row per point, the summary and what was not compared; CSV has the table only.
/// `width` is that of text.
std::string comparison_page(const RunComparison& comparison, Format format, const LineWidth& width);

/// The same as a part of an HTML page, of at most `most` points that are not SAME, the clearest verdicts first.
std::string comparison_html(RunComparison comparison, std::size_t most);

}  // namespace warpledger
