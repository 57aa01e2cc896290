#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpledger {

/// A line of a CSV file, or several where a quoted cell has line ends.
struct CsvRow {
  std::size_t line = 0;            ///< of its beginning, from 1
  std::vector<std::string> cells;  ///< one a column, without blanks around them
};

/// A table that people and platforms wrote.
struct CsvFile {
  std::string file;
  std::size_t heading_line = 1;
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;  ///< without empty ones

  /// The first column of one of these names, in any case.
  std::optional<std::size_t> find(std::initializer_list<std::string_view> names) const;
  /// The same; throws Error at the headings when there is none.
  std::size_t column(std::initializer_list<std::string_view> names) const;
  /// The cell of a column; empty where that is absent.
  std::string_view cell(const CsvRow& row, const std::optional<std::size_t>& column) const;
  [[noreturn]] void refuse(const CsvRow& row, const std::string& problem, const std::string& hint) const;
};

/// Reads CSV as spreadsheets and platforms save it: UTF-8, or UTF-16 with its byte order mark; lines that end in LF,
/// CRLF or CR; cells between commas, semicolons or tabs, whichever the headings have most of; quotes as RFC 4180 has
/// them. Throws Error with the line for another encoding, control characters, a quote that is never closed, a row with
/// more cells than there are columns, two columns of one name, and a file without headings or above 16 MiB.
CsvFile read_csv_file(const std::string& path);

}  // namespace warpledger
