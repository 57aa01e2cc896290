#pragma once

#include <string>
#include <vector>

#include "report/empty_columns.h"
#include "report/glossary.h"
#include "report/page.h"
#include "report/report.h"
#include "report/table_layout.h"

namespace warpledger {

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
