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

/// Lines that say what the marks in `table` mean and which models gave the numbers, after an empty line; empty when
/// nothing is marked, and for CSV. In HTML a list.
std::string legend_of(const Table& table, const Query& query, Format format);

/// The suffix of a modelled number: "~", or "?" when its confidence is poor; empty for others.
std::string_view suffix_of(Mark mark);

/// What the suffixes mean, in one line below a page's tables.
inline constexpr const char* kModelledLegend =
    "~ modelled, not measured; ? modelled with poor confidence, a rough number only.";

/// What CSV says about a number's source: "model", "model, poor", "mixed"; empty when it is not modelled.
std::string_view source_of(Mark mark);

/// A cell's words with its mark: "1.0~". A mixed one is refused: "mixed".
std::string with_mark(const std::string& words, Mark mark);

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
