#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/table.h"
#include "report/format.h"
#include "report/page.h"
#include "report/report.h"

namespace warpledger {

/// Names the modelled columns and the models; a list in HTML. Empty for CSV, or if nothing is modelled.
std::string legend_of(const Table& table, const Query& query, Format format);

/// Marks modelled cells for people, and column names for programs.
inline constexpr std::string_view kModelledSuffix = "~";

inline constexpr const char* kModelledLegend = "~ modelled, not measured.";

/// Adds the suffix if the cell is modelled and has a value: "1.0~".
std::string with_mark(const std::string& words, const Cell& cell, bool modelled);

/// Title and meaning of a column.
using Meaning = std::pair<std::string, std::string>;

/// The meaning is the comment on the SQL line that ends with the column's name. Throws Error for a column without one.
std::vector<Meaning> column_meanings(const Page& page, const SqlBlock& block, const Table& table);

/// Meanings in order of first appearance, without duplicates.
class Glossary {
 public:
  void add(const std::vector<Meaning>& meanings);

  /// Columns: title, meaning.
  Table table() const;

 private:
  std::vector<Meaning> meanings_;
};

}  // namespace warpledger
