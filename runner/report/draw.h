#pragma once

#include <functional>
#include <string>

#include "base/text_width.h"
#include "model/table.h"
#include "report/format.h"
#include "report/sheet.h"

namespace warpledger {

/// Draws the selected part of a text sheet (text_table.h). A bar takes the rest of `width`, at least 5 columns; text in
/// the last column is wrapped. If `width` is a limit, other text is wrapped too, and a table that is still wider is
/// split into blocks of columns. Each block repeats the columns that identify its rows.
std::string draw_text(const Sheet& sheet, const Selection& selection, const LineWidth& width);

/// Draws the selected part of a Markdown sheet as a pipe table.
std::string draw_markdown(const Sheet& sheet, const Selection& selection);

/// Draws the selected part of a CSV sheet: column names, then a line per row, quoted per RFC 4180. Text is unchanged,
/// even if a spreadsheet would read it as a formula.
std::string draw_csv(const Sheet& sheet, const Selection& selection);

/// Draws only the rows of draw_csv().
std::string draw_csv_rows(const Sheet& sheet, const Selection& selection);

/// Returns the HTML of a cell, given its row, its column and its default HTML.
using CellHtml = std::function<std::string(std::size_t row, std::size_t column, const std::string& html)>;

/// Draws the selected part of an HTML sheet as a table in a scrolling box; numbers have their exact value as
/// `data-value`. Without `cell`, cells hold their text.
std::string draw_html(const Sheet& sheet, const Selection& selection, const CellHtml& cell = {});

/// Draws in `format`, for which `sheet` must have been made.
std::string draw(const Sheet& sheet, const Selection& selection, Format format, const LineWidth& width);

/// Draws a complete table: a line of headings, then a line per row. A column named "group | name" gets a group heading.
/// `width` is the terminal's, for text.
std::string render_table(const Table& table, Format format, const LineWidth& width);

/// Draws a complete `table` as HTML, with `cell` for its cells.
std::string render_html_table(const Table& table, const CellHtml& cell);

/// Draws `table` as CSV for spreadsheets, with formulas disabled (csv_text()).
std::string render_spreadsheet(Table table);

}  // namespace warpledger
