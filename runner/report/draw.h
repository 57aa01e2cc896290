#pragma once

#include <string>

#include "report/sheet.h"

namespace warpledger {

/// The selected part of a text sheet, a line a row: numbers to the right, text to the left, one space between, group
/// headings on a line above, filled with '-'. A bar takes what is left of `width` columns (5 at least); text in the
/// last column is wrapped within `width`. Rows are never cut, whatever `width` is.
std::string draw_text(const Sheet& sheet, const Selection& selection, int width);

/// The selected part of a Markdown sheet as a pipe table.
std::string draw_markdown(const Sheet& sheet, const Selection& selection);

/// The selected part of a CSV sheet: a line of names, then a line a row, quoted as RFC 4180 asks.
std::string draw_csv(const Sheet& sheet, const Selection& selection);

/// The selected part of an HTML sheet as a table in a box that scrolls; numbers have their exact value as `data-value`.
std::string draw_html(const Sheet& sheet, const Selection& selection);

/// The one of the above that `format` names; `sheet` must have been made for it.
std::string draw(const Sheet& sheet, const Selection& selection, Format format, int width);

}  // namespace warpledger
