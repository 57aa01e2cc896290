#pragma once

#include <string>
#include <vector>

namespace warpledger {

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
