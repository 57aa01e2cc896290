#include "stats/rival_verdicts.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "model/samples.h"
#include "stats/pairwise_differences.h"

namespace warpledger {
namespace {

using boost::math::binomial;
using boost::math::complement;
using boost::math::normal;
using boost::math::students_t;

constexpr double kConfidence = 0.99;

double two_sided_normal() { return quantile(normal(), 0.5 + kConfidence / 2); }

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

Ratio price_bonett(std::span<const double> before, std::span<const double> after, double confidence) {
  const double centre_before = median(before);
  const double centre_after = median(after);
  const auto freedom = static_cast<double>(std::min(before.size(), after.size()) - 1);
  const double t = quantile(students_t(freedom), 0.5 + confidence / 2);
  const double error = t * std::sqrt(variance_of_log_median(before) + variance_of_log_median(after));
  const double factor = std::exp(error) * (1 + timer_step(before, after) / std::min(centre_before, centre_after));
  const double ratio = centre_after / centre_before;
  return {ratio, ratio / factor, ratio * factor};
}

Ratio hodges_lehmann(std::span<const double> before, std::span<const double> after) {
  const PairwiseDifferences differences(before, after);
  const auto [lower, upper] = differences.interval(two_sided_normal());
  return {std::exp(differences.median()), std::exp(lower), std::exp(upper)};
}

Ratio mann_whitney(std::span<const double> before, std::span<const double> after) {
  const auto [lower, upper] = PairwiseDifferences(before, after).interval(two_sided_normal());
  return {median(after) / median(before), std::exp(lower), std::exp(upper)};
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

template <class Transform>
Moments moments_of(std::span<const double> values, Transform transform) {
  Moments moments;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) moments.mean += transform(value) / n;
  for (const double value : values) moments.variance += std::pow(transform(value) - moments.mean, 2) / (n - 1);
  return moments;
}

Ratio welch(std::span<const double> before, std::span<const double> after) {
  const auto logarithm = [](double value) { return std::log(value); };
  const Moments left = moments_of(before, logarithm), right = moments_of(after, logarithm);
  const auto m = static_cast<double>(before.size()), n = static_cast<double>(after.size());
  const double of_left = left.variance / m, of_right = right.variance / n;
  const double freedom =
      std::pow(of_left + of_right, 2) / (of_left * of_left / (m - 1) + of_right * of_right / (n - 1));
  const double error = quantile(students_t(freedom), 0.5 + kConfidence / 2) * std::sqrt(of_left + of_right);
  const double centre = right.mean - left.mean;
  return {std::exp(centre), std::exp(centre - error), std::exp(centre + error)};
}

Verdict nvbench(std::span<const double> before, std::span<const double> after, bool larger) {
  const auto itself = [](double value) { return value; };
  const Moments left = moments_of(before, itself), right = moments_of(after, itself);
  const double noise_left = std::sqrt(left.variance) / left.mean, noise_right = std::sqrt(right.variance) / right.mean;
  const double noise = larger ? std::max(noise_left, noise_right) : std::min(noise_left, noise_right);
  const double difference = right.mean / left.mean - 1;
  if (std::abs(difference) <= noise) return Verdict::same;
  return difference > 0 ? Verdict::slower : Verdict::faster;
}

Ratio ratio_by(Rival rival, std::span<const double> before, std::span<const double> after) {
  switch (rival) {
    case Rival::price_bonett:
      return price_bonett(before, after, kConfidence);
    case Rival::hodges_lehmann:
      return hodges_lehmann(before, after);
    case Rival::welch:
      return welch(before, after);
    default:
      return mann_whitney(before, after);
  }
}

}  // namespace

Verdict verdict_of(Rival rival, std::span<const double> before, std::span<const double> after, double threshold) {
  if (rival == Rival::nvbench || rival == Rival::nvbench_larger)
    return nvbench(before, after, rival == Rival::nvbench_larger);
  const Ratio ratio = ratio_by(rival, before, after);
  if (ratio.value > 1 + threshold && ratio.lower > 1) return Verdict::slower;
  if (ratio.value < 1 / (1 + threshold) && ratio.upper < 1) return Verdict::faster;
  return Verdict::inconclusive;
}

}  // namespace warpledger
