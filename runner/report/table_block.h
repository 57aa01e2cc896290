#pragma once

#include <set>
#include <string>
#include <vector>

#include "report/legend.h"
#include "report/page.h"
#include "report/report.h"
#include "report/table_layout.h"

namespace warpledger {

/// Columns without a value in any table of a page. Identified by title.
class EmptyColumns {
 public:
  /// Records a table; call it for all tables before drawing.
  void see(const Table& table, const std::vector<Meaning>& meanings, const TableLayout& layout);

  bool has(const std::string& title) const { return seen_.contains(title) && !filled_.contains(title); }

  /// Returns `meanings` of the other columns.
  std::vector<Meaning> without(const std::vector<Meaning>& meanings) const;

  /// "Empty on this page and left out: t/µs, FP θ. Of this run: a host has no GPU times": columns that no earlier call
  /// named, and the reasons in the view empty_reason. Plain text; may be empty.
  std::string note(const std::vector<Meaning>& meanings, const Query& query);

 private:
  std::set<std::string> seen_;    ///< in tables with rows
  std::set<std::string> filled_;  ///< with a value, or always kept
  std::set<std::string> named_;
};

struct TableBlock {
  Table table;
  std::vector<Meaning> meanings = {};
  TableLayout layout = {};
};

/// Throws Error with a place in the page.
TableBlock answered_table_block(const Page& page, const SqlBlock& block, const Query& query);

/// Omits `empty` columns and adds the others' meanings to `glossary`. Empty for an empty answer with "unless empty".
std::string render_table_block(const TableBlock& block, const EmptyColumns& empty, const Query& query,
                               const ReportOptions& options, Glossary& glossary);

/// Fills the lines once per row; returns a code block in Markdown and HTML. Throws Error with a place in the page.
std::string render_text_block(const Page& page, const SqlBlock& block, const Query& query, Format format);

}  // namespace warpledger
