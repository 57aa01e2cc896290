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

/// Lines that name the modelled columns that `table` was made of and the models, after an empty line; empty when
/// nothing is modelled, and for CSV. In HTML a list.
std::string legend_of(const Table& table, const Query& query, Format format);

/// The suffix of what a model gave, or may have given: of cells for people, of column names for programs.
inline constexpr std::string_view kModelledSuffix = "~";

/// Meaning of the suffix, in one line below a page's tables.
inline constexpr const char* kModelledLegend = "~ modelled, not measured.";

/// A cell's words with the suffix, if it is modelled and has a value: "1.0~".
std::string with_mark(const std::string& words, const Cell& cell, bool modelled);

/// A column's title, as headings show it, and what it means.
using Meaning = std::pair<std::string, std::string>;

/// The meaning of each column of `table`, the answer to `block`: the comment on the line of the SQL that ends with the
/// column's name. Throws Error for a column without one.
std::vector<Meaning> column_meanings(const Page& page, const SqlBlock& block, const Table& table);

/// What the columns of a page's tables mean, in the order in which they come first; the same thing is said once.
class Glossary {
 public:
  void add(const std::vector<Meaning>& meanings);

  /// Two columns: a column's title and its meaning.
  Table table() const;

 private:
  std::vector<Meaning> meanings_;
};

}  // namespace warpledger
