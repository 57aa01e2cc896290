#include "stats/shift.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

#include "model/samples.h"
#include "stats/dependence.h"

namespace warpledger {
namespace {

using boost::math::complement;
using boost::math::normal;
using boost::math::students_t;

/// For a difference of means if `dependence` samples count as one.
double freedom_of(double before, double after, double dependence) {
  return std::max(1.0, 4 / (dependence / before + dependence / after) - 2);
}

/// Factor by which the true variance exceeds that of dependent samples around their own mean.
double hidden_spread(double fewest, double dependence) { return 1 / std::max(0.2, 1 - dependence / fewest); }

std::vector<double> sorted_logarithms(std::span<const double> values) {
  std::vector<double> logarithms;
  for (const double value : values) logarithms.push_back(std::log(value));
  std::sort(logarithms.begin(), logarithms.end());
  return logarithms;
}

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

double half_width_beside_twin(std::span<const double> samples, double confidence) {
  constexpr std::size_t kFewest = 10;
  if (samples.size() < kFewest) return std::numeric_limits<double>::infinity();
  const std::size_t half = samples.size() / 2;
  const Ratio ratio = shift_of(samples.first(half), samples.last(half), confidence).ratio;
  return std::log(ratio.upper / ratio.lower) / 2 / std::numbers::sqrt2;
}

double probability_of(const Shift& shift, double run_error) {
  const double error = std::hypot(shift.log_error, run_error);
  if (!(error > 0)) return shift.ratio.value == 1 ? 1 : 0;
  const double freedom = std::max(1.0, shift.freedom / 2);
  return 2 * cdf(complement(students_t(freedom), std::abs(std::log(shift.ratio.value)) / error));
}

PairwiseDifferences::PairwiseDifferences(std::span<const double> before, std::span<const double> after)
    : before_(sorted_logarithms(before)),
      after_(sorted_logarithms(after)),
      count_(static_cast<double>(before.size()) * static_cast<double>(after.size())) {}

double PairwiseDifferences::median() const { return (at(std::ceil(count_ / 2) - 1) + at(std::floor(count_ / 2))) / 2; }

std::pair<double, double> PairwiseDifferences::interval(double z) const {
  const auto values = static_cast<double>(before_.size() + after_.size());
  const double rank = std::max(0.0, std::floor(count_ / 2 - z * std::sqrt(count_ * (values + 1) / 12)));
  return {at(rank), at(count_ - 1 - rank)};
}

/// Finds the difference of that rank by bisection.
double PairwiseDifferences::at(double rank) const {
  double low = after_.front() - before_.back(), high = after_.back() - before_.front();
  if (rank < 1) return low;
  if (rank > count_ - 2) return high;
  constexpr double kPrecision = 1e-11;
  constexpr int kMostSteps = 60;  // halve log(largest / smallest double) = 1421 to below kPrecision
  for (int step = 0; step < kMostSteps && high - low > kPrecision; ++step) {
    const double middle = (low + high) / 2;
    (count_up_to(middle) > rank ? high : low) = middle;
  }
  return high;
}

double PairwiseDifferences::count_up_to(double limit) const {
  std::size_t count = 0, first = 0;
  for (const double value : after_) {
    while (first < before_.size() && value - before_[first] > limit) ++first;
    count += before_.size() - first;
  }
  return static_cast<double>(count);
}

}  // namespace warpledger
