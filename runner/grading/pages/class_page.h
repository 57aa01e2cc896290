#pragma once

#include <string>
#include <vector>

#include "grading/score/graded_class.h"
#include "model/table.h"
#include "report/report.h"

namespace warpledger {

/// The table of a graded class, for who answers for the grades: a row per submission with its points by problem, why
/// it has none, its ratio to the reference and, where a rule ranks, its rank; what it was graded on; the flags; and the
/// files that were passed over. CSV has the table only.
///
/// HTML has more: plots of points and ratios, what became of each rule, and a field that filters the rows. With
/// `in_folder` it links to students' pages and copies.html, beside which it lies.
std::string class_page(const GradedClass& graded, const ReportOptions& options, bool in_folder = false);

// What the HTML page of a class has beside the table that all formats have.

/// How points and ratios are distributed, and what became of each rule.
std::string class_overview_html(const GradedClass& graded);

/// `table`, a row per submission that begins with its name, with a field that filters rows. `in_folder`: the page lies
/// next to students/, and names link there.
std::string class_rows_html(const GradedClass& graded, const Table& table, bool in_folder);

/// How many values are in each of some ranges of one width; the last one has its upper end in it.
struct Histogram {
  double first = 0;  ///< where the first range begins
  double width = 1;  ///< of a range
  std::vector<std::size_t> counts;
};

/// Ranges from `least` to at least the largest value. A width of 1, 2 or 5 times a power of ten is chosen so that there
/// are at most `most_ranges`. Without values none.
Histogram histogram_of(const std::vector<double>& values, double least, std::size_t most_ranges);

/// An inline SVG in a figure: a bar a range, with its count and its range in words for who points at it. `caption` and
/// `unit` are plain text.
std::string histogram_figure(const Histogram& histogram, const std::string& caption, const std::string& unit);

}  // namespace warpledger
