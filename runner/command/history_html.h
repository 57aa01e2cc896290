#pragma once

#include <string>
#include <vector>

#include "command/series_marks.h"
#include "report/report.h"

namespace warpledger {

/// One HTML file: for each series its verdict, a plot from run to run with its changes and notes marked, and the table.
/// `query` answers what the page's end asks of the ledger.
std::string history_html(const std::vector<MarkedSeries>& all, const std::string& metric, const Query& query,
                         const PageAssets& assets);

}  // namespace warpledger
