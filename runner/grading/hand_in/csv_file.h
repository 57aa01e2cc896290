#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// A row; it may span several lines.
struct CsvRow {
  std::size_t line = 0;            ///< of its first line, from 1
  std::vector<std::string> cells;  ///< trimmed
};

/// A CSV file with headings.
struct CsvFile {
  std::string file;
  std::size_t heading_line = 1;
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;

  /// Returns the first column with one of these names, in any case.
  std::optional<std::size_t> find(std::initializer_list<std::string_view> names) const;
  /// Like find(); throws Error if there is none.
  std::size_t column(std::initializer_list<std::string_view> names) const;
  /// Returns the cell of a column; empty if the column is absent.
  std::string_view cell(const CsvRow& row, const std::optional<std::size_t>& column) const;
  [[noreturn]] void refuse(const CsvRow& row, const std::string& problem, const std::string& hint) const;
};

/// Reads CSV as spreadsheets and platforms save it: UTF-8, or UTF-16 with a byte order mark; any line ends; commas,
/// semicolons or tabs; quotes as in RFC 4180. Throws Error with the line of malformed input, and for a file above 16
/// MiB.
CsvFile read_csv_file(const std::string& path);

}  // namespace warpledger
