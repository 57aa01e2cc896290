#pragma once

#include <string>

#include "report/page.h"
#include "report/report.h"

namespace warpledger {

/// The lines of a "sql text" block, filled once for each row of the answer; in Markdown and HTML, as a block of code.
/// Empty when there is no row. Throws Error with a place in the page.
std::string render_text_block(const Page& page, const SqlBlock& block, const Query& query, Format format);

}  // namespace warpledger
