#pragma once

#include <string>
#include <vector>

#include "base/text_width.h"
#include "report/format.h"

namespace warpledger {

/// A line of Markdown prose as `format` shows it, with its newline: Markdown stays as it is, for HTML as well
/// (html_prose.h makes HTML of whole paragraphs); in text a heading of the first two levels is underlined instead of
/// marked, no farther than `width` allows; CSV has no prose.
std::string prose_line(const std::string& line, Format format, const LineWidth& width = {});

/// Several such lines. In text whose width is limited, the lines of a paragraph or a list's item that is too wide are
/// filled anew.
std::string prose_lines(const std::vector<std::string>& lines, Format format, const LineWidth& width);

}  // namespace warpledger
