#pragma once

#include <optional>
#include <span>

namespace warpledger {

struct MedianInterval {
  double lower = 0;
  double upper = 0;
};

/// Between which of `values` the true median is with at least this confidence, whatever their distribution is, if they
/// are independent: order statistics by the binomial distribution (David & Nagaraja, Order Statistics, 2003, section
/// 7.1). Nothing where there are too few for that: below 6 at 0.95. 0 < confidence < 1.
std::optional<MedianInterval> median_interval(std::span<const double> values, double confidence);

}  // namespace warpledger
