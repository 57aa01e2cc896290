#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/format.h"

namespace warpledger {

struct Column {
  std::string name;      ///< as in the query: "L2-Cache | N*R"
  std::string group;     ///< part before " | ": "L2-Cache"; empty without one; keeps surrounding spaces
  std::string heading;   ///< the rest: "N*R"; keeps surrounding spaces
  bool numeric = false;  ///< numbers and NULLs only; right-aligned
  bool bar = false;      ///< has bar cells, or its name begins with "==="
  /// Terminal columns of the widest cell, and of that and the heading; only in text sheets.
  std::size_t cell_width = 0;
  std::size_t width = 0;
  std::size_t longest_text = 0;  ///< in bytes, of text cells

  /// Group and heading without surrounding spaces and a bar heading's '=': "L2-Cache N*R", "Util: FP++".
  std::string title() const;
};

/// A query's answer with cells in the words of one format. Modelled columns are marked: in CSV in the column's name,
/// else in each cell. Bars of a text sheet remain bar cells, because their length is known only when the row is drawn.
struct Sheet {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  /// HTML only: each cell's unrounded number for sorting; empty for other cells.
  std::vector<std::vector<std::string>> exact = {};
};

/// Part of a sheet that becomes one drawn table: these columns in this order, rows [first_row, end_row).
struct Selection {
  std::vector<std::size_t> columns;
  std::size_t first_row = 0;
  std::size_t end_row = 0;
};

Sheet sheet_of(const Table& table, Format format);

/// Selects all of `sheet`.
Selection whole(const Sheet& sheet);

/// Escapes printable() `text` for a paragraph or a table cell of Markdown.
std::string markdown_escaped(std::string_view text);

}  // namespace warpledger
