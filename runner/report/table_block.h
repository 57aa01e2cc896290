#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/legend.h"
#include "report/page.h"
#include "report/report.h"
#include "report/table_layout.h"

namespace warpledger {

/// Columns of a page that are left out because no row of any table has a value there. Identified by title.
class EmptyColumns {
 public:
  /// Records a table of the page; call it for all tables before drawing.
  void see(const Table& table, const std::vector<Meaning>& meanings, const TableLayout& layout);

  bool has(const std::string& title) const { return seen_.contains(title) && !filled_.contains(title); }

  /// Returns `meanings` of the columns that are not left out.
  std::vector<Meaning> without(const std::vector<Meaning>& meanings) const;

  /// "Empty on this page and left out: t/µs, FP θ. Of this run: a host has no GPU times": the columns of `meanings` not
  /// named by an earlier call, and the reasons in the view empty_reason, which cannot be assigned to columns. Plain
  /// text; empty if there are no such columns.
  std::string note(const std::vector<Meaning>& meanings, const Query& query);

 private:
  std::set<std::string> seen_;    ///< titles in tables with rows
  std::set<std::string> filled_;  ///< with a value in a row, or always kept
  std::set<std::string> named_;
};

/// A "sql table" block with its answer.
struct TableBlock {
  Table table;
  std::vector<Meaning> meanings = {};  ///< of its columns
  TableLayout layout = {};
};

/// Throws Error with a place in the page.
TableBlock answered_table_block(const Page& page, const SqlBlock& block, const Query& query);

/// Renders the tables of a block without `empty` columns, and adds the meanings of the others to `glossary`. Returns an
/// empty text, and adds nothing, if the answer is empty and the block has "unless empty".
std::string render_table_block(const TableBlock& block, const EmptyColumns& empty, const Query& query,
                               const ReportOptions& options, Glossary& glossary);

/// Renders a "sql text" block, filled once per row; in Markdown and HTML as a code block. Empty without rows. Throws
/// Error with a place in the page.
std::string render_text_block(const Page& page, const SqlBlock& block, const Query& query, Format format);

}  // namespace warpledger
