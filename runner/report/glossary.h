#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/table.h"
#include "report/page.h"

namespace warpledger {

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
