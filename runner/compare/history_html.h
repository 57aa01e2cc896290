#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/series_marks.h"
#include "report/report.h"
#include "store/view_comments.h"

namespace warpledger {

/// What a page calls its metric.
struct MetricWords {
  std::string title;    ///< "Time"
  std::string name;     ///< with its unit, on an axis and over a column: "time, µs"
  std::string meaning;  ///< "traffic between L1 and L2"; empty where the name says it
};

/// The words for `metric`, of which `known` is the unit and meaning if anything is.
MetricWords metric_words(const std::string& metric, const std::optional<ColumnMeaning>& known);

/// One HTML file: for each series its verdict, a plot from run to run with its changes and notes marked, and the table.
/// `query` answers what the page's end asks of the ledger.
std::string history_html(const std::vector<MarkedSeries>& all, const std::string& metric, const MetricWords& words,
                         const Query& query, const PageAssets& assets);

}  // namespace warpledger
