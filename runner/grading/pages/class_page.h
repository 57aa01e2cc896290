#pragma once

#include <string>
#include <vector>

#include "grading/score/graded_class.h"
#include "model/table.h"
#include "report/report.h"

namespace warpledger {

/// Returns a page for graders: a table with a row per submission, flags, and skipped files. CSV has only the table.
/// HTML adds plots, a table of rules, and a filter; `in_folder` links it to copies.html and the students' pages.
std::string class_page(const GradedClass& graded, const ReportOptions& options, bool in_folder = false);

// Parts of the HTML page.

/// Returns distributions of points and ratios, and results of each rule.
std::string class_overview_html(const GradedClass& graded);

/// Returns `table` with a filter. Its rows begin with a submission's name, which `in_folder` links to students/.
std::string class_rows_html(const GradedClass& graded, const Table& table, bool in_folder);

/// Counts in ranges of equal width; the last range includes its end.
struct Histogram {
  double first = 0;  ///< start of the first range
  double width = 1;
  std::vector<std::size_t> counts;
};

/// Returns at most `most_ranges` ranges from `least` on. The width is 1, 2 or 5 times a power of ten. Without values
/// there are none.
Histogram histogram_of(const std::vector<double>& values, double least, std::size_t most_ranges);

/// Returns an inline SVG with a bar per range. `caption` and `unit` are plain text.
std::string histogram_figure(const Histogram& histogram, const std::string& caption, const std::string& unit);

}  // namespace warpledger
