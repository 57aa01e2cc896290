#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "report/format.h"

namespace warpledger {

/// Markdown and HTML keep the line (html_of_prose() converts paragraphs). Text underlines headings of the first two
/// levels. CSV has no prose.
std::string prose_line(const std::string& line, Format format, const LineWidth& width = {});

/// Renders lines; in text with limited width, refills wide paragraphs and list items.
std::string prose_lines(const std::vector<std::string>& lines, Format format, const LineWidth& width);

/// Converts CommonMark, without raw HTML and links that run scripts.
std::string html_of_prose(const std::string& markdown);

/// Shows `value` unchanged.
std::string commonmark_escaped(std::string_view value);

}  // namespace warpledger
