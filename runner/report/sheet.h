#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/format.h"

namespace warpledger {

/// A column of a sheet.
struct Column {
  std::string name;      ///< as the query calls it: "L2-Cache | N*R"
  std::string group;     ///< what is before " | ": "L2-Cache"; empty without one. Spaces around it are drawn,
  std::string heading;   ///< the rest: "N*R"; so are these
  bool numeric = false;  ///< numbers and NULLs only; aligned right
  bool bar = false;      ///< holds bar cells, or its name begins with "==="
  /// Columns of a terminal that every cell fits in, and the heading as well; only of text sheets.
  std::size_t cell_width = 0;
  std::size_t width = 0;
  std::size_t longest_text = 0;  ///< bytes, of cells that are text

  /// Group and heading in one, without spaces around them and the '=' of a bar's heading: "L2-Cache N*R", "Util: FP++".
  std::string title() const;
};

/// A query's answer with every cell already in the words of one format, marks of modelled columns included: after a
/// cell, and in CSV after the column's name. The bars of a text sheet are still bar cells: their length is known only
/// when the row is drawn.
struct Sheet {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  /// HTML only: of each cell the number in full, to sort by; empty when the cell is none.
  std::vector<std::vector<std::string>> exact = {};
};

/// Which part of a sheet makes one drawn table: these columns, in this order, and the rows [first_row, end_row).
struct Selection {
  std::vector<std::size_t> columns;
  std::size_t first_row = 0;
  std::size_t end_row = 0;
};

Sheet sheet_of(const Table& table, Format format);

/// All of `sheet`.
Selection whole(const Sheet& sheet);

/// Markdown that shows printable() `text` as it is, in a paragraph or a table's cell.
std::string markdown_escaped(std::string_view text);

}  // namespace warpledger
