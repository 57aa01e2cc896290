#include "stats/ratio.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

namespace warpledger {

double timer_step(std::span<const double> before, std::span<const double> after) {
  constexpr double kRounding = 1e-6;  // relative; CUDA reports milliseconds as float
  constexpr double kStatedResolution = 500;
  std::vector<double> sorted(before.begin(), before.end());
  sorted.insert(sorted.end(), after.begin(), after.end());
  std::sort(sorted.begin(), sorted.end());
  double step = kStatedResolution;
  bool found = false;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const double gap = sorted[i] - sorted[i - 1];
    if (gap <= kRounding * sorted[i]) continue;
    step = std::min(step, gap);
    found = true;
  }
  return found ? step : 0;
}

std::optional<Ratio> geometric_mean(std::span<const double> ratios, double confidence) {
  if (ratios.empty()) return std::nullopt;
  const auto n = static_cast<double>(ratios.size());
  double sum = 0;
  for (const double ratio : ratios) sum += std::log(ratio);
  const double mean = sum / n;
  if (ratios.size() == 1) return Ratio{ratios[0], 0, std::numeric_limits<double>::infinity()};
  double squares = 0;
  for (const double ratio : ratios) squares += std::pow(std::log(ratio) - mean, 2);
  const double t = quantile(boost::math::students_t(n - 1), 0.5 + confidence / 2);
  const double error = t * std::sqrt(squares / (n - 1) / n);
  return Ratio{std::exp(mean), std::exp(mean - error), std::exp(mean + error)};
}

}  // namespace warpledger
