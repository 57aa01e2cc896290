#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/legend.h"
#include "report/page.h"
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

  /// "Empty on this page and left out: t/µs, FP θ. Of this run: a host has no GPU times": those of `meanings` that no
  /// earlier call named, and what the view empty_reason knows of numbers that no point has; which of them a column
  /// needs is not known. Plain text; empty when there are none.
  std::string note(const std::vector<Meaning>& meanings, const Query& query);

 private:
  std::set<std::string> seen_;    ///< titles of tables that have rows
  std::set<std::string> filled_;  ///< with a value in some row, or kept without one
  std::set<std::string> named_;
};

/// A "sql table" block whose query is answered.
struct TableBlock {
  Table table;
  std::vector<Meaning> meanings = {};  ///< of its columns
  TableLayout layout = {};
};

/// Throws Error with a place in the page.
TableBlock answered_table_block(const Page& page, const SqlBlock& block, const Query& query);

/// The tables of a block without the columns that are `empty`; the meanings of the others go to `glossary`. Empty, and
/// no meanings, when the answer is empty and the block is to be left out then.
std::string render_table_block(const TableBlock& block, const EmptyColumns& empty, const Query& query,
                               const ReportOptions& options, Glossary& glossary);

/// The lines of a "sql text" block, filled once for each row of the answer; in Markdown and HTML, as a block of code.
/// Empty when there is no row. Throws Error with a place in the page.
std::string render_text_block(const Page& page, const SqlBlock& block, const Query& query, Format format);

}  // namespace warpledger
