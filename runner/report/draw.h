#pragma once

#include <functional>
#include <string>

#include "base/text_width.h"
#include "model/table.h"
#include "report/format.h"
#include "report/sheet.h"

namespace warpledger {

/// The selected part of a text sheet (text_table.h). A bar takes what is left of `width` (5 columns at least); text in
/// the last column is wrapped within it. Where `width` is a limit, other text is wrapped as well, and a table that is
/// still wider is split into blocks of columns, one below the other, each with the columns that tell its rows apart.
std::string draw_text(const Sheet& sheet, const Selection& selection, const LineWidth& width);

/// The selected part of a Markdown sheet as a pipe table.
std::string draw_markdown(const Sheet& sheet, const Selection& selection);

/// The selected part of a CSV sheet: a line of names, then a line per row, quoted as RFC 4180 asks. Texts are as they
/// are, also those that a spreadsheet takes for formulas.
std::string draw_csv(const Sheet& sheet, const Selection& selection);

/// Its lines of rows alone.
std::string draw_csv_rows(const Sheet& sheet, const Selection& selection);

/// Content of an HTML table's cell, from its row, its column and its text as HTML.
using CellHtml = std::function<std::string(std::size_t row, std::size_t column, const std::string& html)>;

/// The selected part of an HTML sheet as a table in a box that scrolls; numbers have their exact value as `data-value`.
/// Without `cell`, cells hold their text.
std::string draw_html(const Sheet& sheet, const Selection& selection, const CellHtml& cell = {});

/// The one of the above that `format` names; `sheet` must have been made for it.
std::string draw(const Sheet& sheet, const Selection& selection, Format format, const LineWidth& width);

/// A query's answer, or any table of that shape, drawn whole: a line of headings, then a line per row. A column named
/// "group | name" is under a group heading. `width` is the terminal's, for text.
std::string render_table(const Table& table, Format format, const LineWidth& width);

/// `table` as HTML, drawn whole, with `cell` instead of a cell's text.
std::string render_html_table(const Table& table, const CellHtml& cell);

/// `table` as CSV for people who open it in a spreadsheet: no text of it is run as a formula (csv_text()).
std::string render_spreadsheet(Table table);

}  // namespace warpledger
