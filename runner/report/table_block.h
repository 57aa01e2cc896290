#pragma once

#include <string>

#include "report/glossary.h"
#include "report/page.h"
#include "report/report.h"

namespace warpledger {

/// The tables of a "sql table" block; the meanings of their columns go to `glossary`. Empty, and no meanings, when the
/// answer is empty and the block is to be left out then. Throws Error with a place in the page.
std::string render_table_block(const Page& page, const SqlBlock& block, const Query& query,
                               const ReportOptions& options, Glossary& glossary);

}  // namespace warpledger
