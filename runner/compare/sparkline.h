#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpledger {

/// A value at which a series changed, as an index of its values.
struct SparkMark {
  std::size_t index = 0;
  bool is_up = false;
};

/// The values of a series, in the order of time, as a line of SVG without axes; those that are absent are gaps. Many
/// values are drawn as the medians of 60 groups. The line's height is at least 5 % of the middle value, so that noise
/// does not look like change. `label` says it in words, as plain text.
std::string sparkline(std::span<const std::optional<double>> values, const std::vector<SparkMark>& marks,
                      const std::string& label);

}  // namespace warpledger
