#include "model/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace warpledger {

bool is_launch_time(double ns) {
  constexpr double kLongest_ns = 1e18;
  return ns > 0 && ns < kLongest_ns;
}

bool is_clock(double mhz) {
  constexpr double kMost_mhz = 1e5;
  return mhz > 0 && mhz <= kMost_mhz;
}

std::string impossible_sample(std::span<const double> times_ns, std::span<const double> clocks_mhz) {
  for (std::size_t i = 0; i < times_ns.size(); ++i)
    if (!is_launch_time(times_ns[i])) return fmt::format("sample {} is {:g} ns", i, times_ns[i]);
  for (std::size_t i = 0; i < clocks_mhz.size(); ++i)
    if (!std::isnan(clocks_mhz[i]) && !is_clock(clocks_mhz[i]))
      return fmt::format("sample {} has a clock of {:g} MHz", i, clocks_mhz[i]);
  return "";
}

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
