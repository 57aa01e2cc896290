#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/table.h"
#include "report/format.h"

namespace warpledger {

struct Column {
  std::string name;      ///< as in the query: "L2-Cache | N*R"
  std::string group;     ///< part before " | ": "L2-Cache"; with spaces around it
  std::string heading;   ///< the rest: "N*R"; with spaces around it
  bool numeric = false;  ///< right-aligned numbers and NULLs
  bool bar = false;      ///< bar cells, or a name that begins with "==="
  /// In terminal columns, without and with the heading; only in text sheets.
  std::size_t cell_width = 0;
  std::size_t width = 0;
  std::size_t longest_text = 0;  ///< in bytes

  /// Group and heading without outer spaces and a bar's '=': "L2-Cache N*R", "Util: FP++".
  std::string title() const;
};

/// An answer with cells as one format shows them, including marks of modelled columns. Text sheets keep bar cells,
/// whose length is known only when a row is drawn.
struct Sheet {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  /// HTML only: unrounded numbers, to sort by; empty for other cells.
  std::vector<std::vector<std::string>> exact = {};
};

/// Columns in this order, and rows [first_row, end_row), of one drawn table.
struct Selection {
  std::vector<std::size_t> columns;
  std::size_t first_row = 0;
  std::size_t end_row = 0;
};

Sheet sheet_of(const Table& table, Format format);

/// Selects all of `sheet`.
Selection whole(const Sheet& sheet);

/// Shows printable() `text` unchanged in a paragraph or table cell.
std::string markdown_escaped(std::string_view text);

}  // namespace warpledger
