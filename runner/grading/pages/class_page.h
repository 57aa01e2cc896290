#pragma once

#include <string>
#include <vector>

#include "grading/score/graded_class.h"
#include "model/table.h"
#include "report/report.h"

namespace warpledger {

/// Returns a page of a graded class, for graders: a table with a row per submission (points by problem, why it has
/// none, ratio to the reference, and rank if a rule ranks), the device, flags, and skipped files. CSV has only the
/// table. HTML adds plots of points and ratios, a table of rules, and a filter for rows; `in_folder` links it to
/// copies.html and the students' pages in the same folder.
std::string class_page(const GradedClass& graded, const ReportOptions& options, bool in_folder = false);

// Parts that only the HTML page has.

/// Returns distributions of points and ratios, and the results of each rule.
std::string class_overview_html(const GradedClass& graded);

/// Returns `table`, whose rows begin with a submission's name, with a field to filter rows. `in_folder` links names to
/// students/.
std::string class_rows_html(const GradedClass& graded, const Table& table, bool in_folder);

/// Counts of values in ranges of equal width. The last range includes its upper end.
struct Histogram {
  double first = 0;  ///< start of the first range
  double width = 1;  ///< of each range
  std::vector<std::size_t> counts;
};

/// Counts values in ranges from `least` to at least the largest value. The width is 1, 2 or 5 times a power of ten, for
/// at most `most_ranges` ranges. Without values there are none.
Histogram histogram_of(const std::vector<double>& values, double least, std::size_t most_ranges);

/// Returns an inline SVG in a figure: a bar per range, whose tooltip has the count and range. `caption` and `unit` are
/// plain text.
std::string histogram_figure(const Histogram& histogram, const std::string& caption, const std::string& unit);

}  // namespace warpledger
