#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "report/format.h"

namespace warpledger {

/// Renders a line of Markdown prose with its newline. Markdown and HTML keep it (html_of_prose() converts complete
/// paragraphs). Text underlines headings of the first two levels, up to `width`. CSV has no prose.
std::string prose_line(const std::string& line, Format format, const LineWidth& width = {});

/// Renders several lines. In text with limited width, refills paragraphs and list items that are too wide.
std::string prose_lines(const std::vector<std::string>& lines, Format format, const LineWidth& width);

/// Converts Markdown (CommonMark) to HTML, without raw HTML and links that run scripts.
std::string html_of_prose(const std::string& markdown);

/// Escapes `value` for Markdown, so that it appears unchanged.
std::string commonmark_escaped(std::string_view value);

}  // namespace warpledger
