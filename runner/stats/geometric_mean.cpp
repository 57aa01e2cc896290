#include "stats/geometric_mean.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace warpledger {

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
