#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/glossary.h"
#include "report/report.h"
#include "report/table_layout.h"

namespace warpledger {

/// The columns of a page that are left out, because no row of any table that has them has a value there. They are told
/// apart by their titles.
class EmptyColumns {
 public:
  /// One of the page's tables; all are seen before the first is drawn.
  void see(const Table& table, const std::vector<Meaning>& meanings, const TableLayout& layout);

  bool has(const std::string& title) const { return seen_.contains(title) && !filled_.contains(title); }

  /// `meanings` of the columns that are not left out.
  std::vector<Meaning> without(const std::vector<Meaning>& meanings) const;

  /// "Empty on this page and left out: t/µs, FP θ (a host has no GPU times)": those of `meanings` that no earlier call
  /// named, and why numbers are absent as far as the view empty_reason knows. Plain text; empty when there are none.
  std::string note(const std::vector<Meaning>& meanings, const Query& query);

 private:
  std::set<std::string> seen_;    ///< titles of tables that have rows
  std::set<std::string> filled_;  ///< with a value in some row, or kept without one
  std::set<std::string> named_;
};

}  // namespace warpledger
