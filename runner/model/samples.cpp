#include "model/samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace warpledger {

double quantile(std::span<const double> values, double q) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

double median(std::span<const double> values) { return quantile(values, 0.5); }

double relative_error_of_median(std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::infinity();
  const double half_width = 0.5 / std::sqrt(static_cast<double>(values.size()));
  const double spread = quantile(values, 0.5 + half_width) - quantile(values, 0.5 - half_width);
  return spread / 2 / median(values);
}

}  // namespace warpledger
