#pragma once

#include <optional>
#include <span>

namespace warpledger {

struct MedianInterval {
  double lower = 0;
  double upper = 0;
};

/// Returns values that enclose the true median with at least this confidence, for independent values of any
/// distribution (David & Nagaraja, Order Statistics, 2003, section 7.1). 0 < confidence < 1. Absent for too few values:
/// below 6 at 0.95.
std::optional<MedianInterval> median_interval(std::span<const double> values, double confidence);

}  // namespace warpledger
