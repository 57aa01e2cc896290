#pragma once

#include <string>

#include "report/format.h"

namespace warpledger {

/// A line of Markdown prose as `format` shows it, with its newline: Markdown stays as it is, for HTML as well
/// (html_prose.h makes HTML of whole paragraphs); in text a heading of the first two levels is underlined instead of
/// marked; CSV has no prose.
std::string prose_line(const std::string& line, Format format);

}  // namespace warpledger
