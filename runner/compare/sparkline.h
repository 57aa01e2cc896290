#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpledger {

/// Index of a value at which a series changed.
struct SparkMark {
  std::size_t index = 0;
  bool is_up = false;
};

/// Draws values in chronological order as an SVG line without axes; absent values are gaps. Many values are reduced to
/// the medians of 60 groups. The vertical range is at least 5 % of the median, so that noise does not look like change.
/// `label` is the alternative text, as plain text.
std::string sparkline(std::span<const std::optional<double>> values, const std::vector<SparkMark>& marks,
                      const std::string& label);

}  // namespace warpledger
