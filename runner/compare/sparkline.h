#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpledger {

/// A value at which a series changed.
struct SparkMark {
  std::size_t index = 0;
  bool is_up = false;
};

/// SVG line without axes; absent values are gaps. Many values become the medians of 60 groups. The range is at least 5
/// % of the median, so that noise does not look like change. `label`: alternative text.
std::string sparkline(std::span<const std::optional<double>> values, const std::vector<SparkMark>& marks,
                      const std::string& label);

}  // namespace warpledger
