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

/// Returns lines that name the modelled columns of `table` and the models, after an empty line; in HTML a list. Empty
/// for CSV, or if nothing is modelled.
std::string legend_of(const Table& table, const Query& query, Format format);

/// Suffix of modelled, or possibly modelled, cells (for people) and column names (for programs).
inline constexpr std::string_view kModelledSuffix = "~";

/// Meaning of the suffix, printed below a page's tables.
inline constexpr const char* kModelledLegend = "~ modelled, not measured.";

/// Returns a cell's words, with the suffix if it is modelled and has a value: "1.0~".
std::string with_mark(const std::string& words, const Cell& cell, bool modelled);

/// Title of a column, as in its heading, and its meaning.
using Meaning = std::pair<std::string, std::string>;

/// Returns the meaning of each column of `table`, the answer to `block`: the comment on the SQL line that ends with the
/// column's name. Throws Error for a column without one.
std::vector<Meaning> column_meanings(const Page& page, const SqlBlock& block, const Table& table);

/// Meanings of the columns of a page's tables, in order of first appearance, without duplicates.
class Glossary {
 public:
  void add(const std::vector<Meaning>& meanings);

  /// Columns: a column's title and its meaning.
  Table table() const;

 private:
  std::vector<Meaning> meanings_;
};

}  // namespace warpledger
