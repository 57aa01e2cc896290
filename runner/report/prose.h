#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text_width.h"
#include "report/format.h"

namespace warpledger {

/// A line of Markdown prose as `format` shows it, with its newline: Markdown stays as it is, for HTML as well
/// (html_prose() makes HTML of whole paragraphs); in text a heading of the first two levels is underlined instead of
/// marked, no farther than `width` allows; CSV has no prose.
std::string prose_line(const std::string& line, Format format, const LineWidth& width = {});

/// Several such lines. In text whose width is limited, the lines of a paragraph or a list's item that is too wide are
/// filled anew.
std::string prose_lines(const std::vector<std::string>& lines, Format format, const LineWidth& width);

/// A page's Markdown (CommonMark) as HTML. Raw HTML and links that run scripts are left out of it.
std::string html_of_prose(const std::string& markdown);

/// Markdown that shows `value` as it is, whatever is in it.
std::string commonmark_escaped(std::string_view value);

}  // namespace warpledger
