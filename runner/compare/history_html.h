#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/series_marks.h"
#include "report/report.h"
#include "store/view_comments.h"

namespace warpledger {

/// Names of a metric on a page.
struct MetricWords {
  std::string title;    ///< "Time"
  std::string name;     ///< with its unit, for axes and columns: "time, µs"
  std::string meaning;  ///< "traffic between L1 and L2"; empty if the name is clear
};

/// Returns the words for `metric`; `known` has its unit and meaning, if known.
MetricWords metric_words(const std::string& metric, const std::optional<ColumnMeaning>& known);

/// Returns an HTML file with the verdict, plot and table of each series; plots mark changes and notes. `query` answers
/// the page's own SQL.
std::string history_html(const std::vector<MarkedSeries>& all, const std::string& metric, const MetricWords& words,
                         const Query& query, const PageAssets& assets);

}  // namespace warpledger
