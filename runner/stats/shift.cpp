#include "stats/shift.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "model/samples.h"
#include "stats/dependence.h"
#include "stats/pairwise_differences.h"

namespace warpledger {
namespace {

using boost::math::complement;
using boost::math::normal;
using boost::math::students_t;

/// As many degrees of freedom as a difference of means has when one of `dependence` samples counts.
double freedom_of(double before, double after, double dependence) {
  return std::max(1.0, 4 / (dependence / before + dependence / after) - 2);
}

/// By how much the spread of dependent samples around their own mean is less than the true one.
double hidden_spread(double fewest, double dependence) { return 1 / std::max(0.2, 1 - dependence / fewest); }

}  // namespace

Shift shift_of(std::span<const double> before, std::span<const double> after, double confidence) {
  const PairwiseDifferences differences(before, after);
  const double centre = differences.median();
  const double z = quantile(normal(), 0.5 + confidence / 2);
  const auto [lower, upper] = differences.interval(z);
  const auto m = static_cast<double>(before.size()), n = static_cast<double>(after.size());
  Shift shift;
  shift.dependence = dependence_of(before, after);
  shift.freedom = freedom_of(m, n, shift.dependence);
  const double t = quantile(students_t(shift.freedom), 0.5 + confidence / 2);
  const double widening =
      shift.dependence > 1 ? t / z * std::sqrt(shift.dependence * hidden_spread(std::min(m, n), shift.dependence)) : 1;
  const double step = 1 + timer_step(before, after) / std::min(median(before), median(after));
  shift.ratio = {std::exp(centre), std::exp(centre - widening * (centre - lower)) / step,
                 std::exp(centre + widening * (upper - centre)) * step};
  shift.log_error = std::log(shift.ratio.upper / shift.ratio.lower) / (2 * t);
  return shift;
}

double probability_of(const Shift& shift, double run_error) {
  const double error = std::hypot(shift.log_error, run_error);
  if (!(error > 0)) return shift.ratio.value == 1 ? 1 : 0;
  const double freedom = std::max(1.0, shift.freedom / 2);
  return 2 * cdf(complement(students_t(freedom), std::abs(std::log(shift.ratio.value)) / error));
}

}  // namespace warpledger
