#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/series_marks.h"
#include "report/report.h"
#include "store/view_comments.h"

namespace warpledger {

struct MetricWords {
  std::string title;    ///< "Time"
  std::string name;     ///< with unit: "time, µs"
  std::string meaning;  ///< "traffic between L1 and L2"; empty if `name` is clear
};

/// Returns the words for `metric`; `known` has its unit and meaning.
MetricWords metric_words(const std::string& metric, const std::optional<ColumnMeaning>& known);

/// Returns an HTML file with verdict, plot and table of each series. `query` answers the page's own SQL.
std::string history_html(const std::vector<MarkedSeries>& all, const std::string& metric, const MetricWords& words,
                         const Query& query, const PageAssets& assets);

}  // namespace warpledger
