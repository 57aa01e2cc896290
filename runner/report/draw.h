#pragma once

#include <functional>
#include <string>

#include "base/text_width.h"
#include "model/table.h"
#include "report/format.h"
#include "report/sheet.h"

namespace warpledger {

/// Draws part of a text sheet (text_table.h). A bar takes the rest of `width`, at least 5 columns; text in the last
/// column is wrapped. If `width` is a limit, other text is wrapped too, and a wide table is split into blocks of
/// columns, each with the columns that identify its rows.
std::string draw_text(const Sheet& sheet, const Selection& selection, const LineWidth& width);

/// Draws a pipe table.
std::string draw_markdown(const Sheet& sheet, const Selection& selection);

/// Draws CSV, quoted per RFC 4180. Formulas remain formulas.
std::string draw_csv(const Sheet& sheet, const Selection& selection);

/// Draws draw_csv() without column names.
std::string draw_csv_rows(const Sheet& sheet, const Selection& selection);

/// Returns a cell's HTML; `html` is the default.
using CellHtml = std::function<std::string(std::size_t row, std::size_t column, const std::string& html)>;

/// Draws a table in a scrolling box; numbers have their exact value as `data-value`.
std::string draw_html(const Sheet& sheet, const Selection& selection, const CellHtml& cell = {});

/// Draws in `format`, for which `sheet` must have been made.
std::string draw(const Sheet& sheet, const Selection& selection, Format format, const LineWidth& width);

/// Draws a complete table. A column named "group | name" gets a group heading. `width` applies to text.
std::string render_table(const Table& table, Format format, const LineWidth& width);

/// Draws a complete table with `cell` for its cells.
std::string render_html_table(const Table& table, const CellHtml& cell);

/// Draws CSV without formulas (csv_text()).
std::string render_spreadsheet(Table table);

}  // namespace warpledger
