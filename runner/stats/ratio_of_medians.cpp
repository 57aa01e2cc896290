#include "stats/ratio_of_medians.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "model/samples.h"

namespace warpledger {
namespace {

using boost::math::binomial;
using boost::math::complement;
using boost::math::normal;
using boost::math::students_t;

/// The variance of the logarithm of the median of `values`, as Price & Bonett estimate it.
double variance_of_log_median(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  const double rank = std::max(1.0, std::round((n + 1) / 2 - std::sqrt(n)));
  const double z = quantile(complement(normal(), cdf(binomial(n, 0.5), rank - 1)));
  const auto below = static_cast<std::size_t>(rank) - 1;
  const double width = std::log(sorted[sorted.size() - 1 - below] / sorted[below]);
  return std::pow(width / (2 * z), 2);
}

}  // namespace

double timer_step(std::span<const double> before, std::span<const double> after) {
  constexpr double kRounding = 1e-6;  // relative; CUDA gives milliseconds as float
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

Ratio ratio_of_medians(std::span<const double> before, std::span<const double> after, double confidence) {
  const double centre_before = median(before);
  const double centre_after = median(after);
  const auto freedom = static_cast<double>(std::min(before.size(), after.size()) - 1);
  const double t = quantile(students_t(freedom), 0.5 + confidence / 2);
  const double error = t * std::sqrt(variance_of_log_median(before) + variance_of_log_median(after));
  const double factor = std::exp(error) * (1 + timer_step(before, after) / std::min(centre_before, centre_after));
  const double ratio = centre_after / centre_before;
  return {ratio, ratio / factor, ratio * factor};
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
