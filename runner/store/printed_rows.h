#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpledger {

/// One row of figures that an assignment prints, by the names in the first line of its CSV file.
class PrintedRow {
 public:
  explicit PrintedRow(std::map<std::string, std::string> cells) : cells_(std::move(cells)) {}

  /// Throws std::out_of_range when there is no such column.
  const std::string& text(const std::string& column) const { return cells_.at(column); }

  /// Nothing where the assignment's text cannot be read.
  std::optional<double> find(const std::string& column) const;

  /// Throws std::bad_optional_access where find() has nothing.
  double number(const std::string& column) const { return find(column).value(); }

 private:
  std::map<std::string, std::string> cells_;
};

/// The rows of runner/store/testdata/`name`.csv. A field may stand in quotes; a quote within one is not understood.
std::vector<PrintedRow> printed_rows(const std::string& name);

}  // namespace warpledger
