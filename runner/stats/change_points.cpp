#include "stats/change_points.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "model/samples.h"

namespace warpledger {
namespace {

constexpr double kDeviationPerMad = 1.4826;  // of a normal distribution

/// With Bonferroni's bound.
struct Find {
  std::size_t index = 0;
  double probability = 1;
};

class Segmentation {
 public:
  Segmentation(std::span<const double> values, const ChangePointOptions& options)
      : values_(values), options_(options), shortest_(std::max<std::size_t>(options.shortest_segment, 1)) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    // A series may repeat one value exactly. A deviation of a third of the smallest change cannot hide a change.
    noise_ = std::max(noise_between_neighbours(values), options.least_change / 3 * largest);
    for (std::size_t length = values.size(); length >= 2 * shortest_; length = length / 2) lengths_.push_back(length);
  }

  std::vector<ChangePoint> change_points() {
    if (lengths_.empty() || !(noise_ > 0)) return {};
    split(0, values_.size());
    std::sort(finds_.begin(), finds_.end(), [](const Find& a, const Find& b) { return a.index < b.index; });
    confirm();
    std::vector<ChangePoint> points;
    for (std::size_t i = 0; i < finds_.size(); ++i)
      points.push_back({finds_[i].index, level(start_of(i), finds_[i].index), level(finds_[i].index, end_of(i)),
                        finds_[i].probability});
    return points;
  }

 private:
  /// Returns the clearest step of [first, end). Its probability is multiplied by the number of half-overlapping
  /// intervals of its length in the series, and by the number of lengths.
  Find test(std::size_t first, std::size_t end, double noise) const {
    const std::size_t length = end - first;
    const Step step = clearest_step(values_.subspan(first, length), noise, shortest_);
    const double places = 2 * std::ceil(static_cast<double>(values_.size()) / static_cast<double>(length)) - 1;
    return {first + step.index, std::min(1.0, step.probability * places * static_cast<double>(lengths_.size()))};
  }

  void split(std::size_t first, std::size_t end) {
    if (end - first < 2 * shortest_) return;
    Find best = test(first, end, noise_);
    for (const std::size_t length : lengths_) {
      if (length >= end - first) continue;
      const std::size_t count = (end - first - 1) / (length / 2);
      for (std::size_t i = 0; i <= count; ++i) {
        const std::size_t begin = std::min(first + i * (length / 2), end - length);
        const Find found = test(begin, begin + length, noise_);
        if (found.probability < best.probability) best = found;
      }
    }
    if (best.probability >= options_.false_alarms) return;
    finds_.push_back(best);
    split(first, best.index);
    split(best.index, end);
  }

  std::size_t start_of(std::size_t find) const { return find == 0 ? 0 : finds_[find - 1].index; }
  std::size_t end_of(std::size_t find) const {
    return find + 1 == finds_.size() ? values_.size() : finds_[find + 1].index;
  }
  double level(std::size_t first, std::size_t end) const { return median(values_.subspan(first, end - first)); }

  bool holds(std::size_t first, std::size_t end, double own, double other) const {
    const auto values = values_.subspan(first, end - first);
    const auto count = std::count_if(values.begin(), values.end(),
                                     [&](double value) { return std::abs(value - own) < std::abs(value - other); });
    return static_cast<std::size_t>(count) >= shortest_;
  }

  /// A few spikes in a row do not last.
  bool is_lasting(std::size_t find) const {
    const std::size_t first = start_of(find), middle = finds_[find].index, end = end_of(find);
    const double before = level(first, middle), after = level(middle, end);
    return std::abs(after - before) > options_.least_change * std::abs(before) && holds(first, middle, before, after) &&
           holds(middle, end, after, before);
  }

  double noise_around_levels() const {
    if (!options_.heeds_dependence) return noise_;
    std::vector<double> residuals;
    for (std::size_t i = 0, first = 0; i <= finds_.size(); ++i) {
      const std::size_t end = i < finds_.size() ? finds_[i].index : values_.size();
      const double centre = level(first, end);
      for (; first < end; ++first) residuals.push_back(values_[first] - centre);
    }
    return std::max(noise_, noise_of_levels(residuals, finds_.size() + 1));
  }

  /// Places and tests each find again between its neighbours and drops the least clear one, until all are significant.
  void confirm() {
    while (!finds_.empty()) {
      const double noise = noise_around_levels();
      for (std::size_t i = 0; i < finds_.size(); ++i) finds_[i] = test(start_of(i), end_of(i), noise);
      for (std::size_t i = 0; i < finds_.size(); ++i)
        if (!is_lasting(i)) finds_[i].probability = 1;
      const auto worst = std::max_element(finds_.begin(), finds_.end(),
                                          [](const Find& a, const Find& b) { return a.probability < b.probability; });
      if (worst->probability < options_.false_alarms) return;
      finds_.erase(worst);
    }
  }

  std::span<const double> values_;
  ChangePointOptions options_;
  std::size_t shortest_;
  double noise_ = 0;
  std::vector<std::size_t> lengths_;  ///< longest first
  std::vector<Find> finds_;
};

/// Returns P(max |Z_k| > b) over the splits k of `length` values with at least `shortest` on each side. Z_k is the
/// standardized difference of means (Miller & Siegmund, Biometrics 38, 1982, trimmed Brownian bridge).
double tail_of_largest(double b, std::size_t length, std::size_t shortest) {
  const double trimmed = static_cast<double>(shortest) / static_cast<double>(length);
  const double odds = std::log((1 - trimmed) * (1 - trimmed) / (trimmed * trimmed));
  const double density = pdf(boost::math::normal(), b);
  return b > 1 ? std::min(1.0, density * (4 / b + (b - 1 / b) * odds)) : 1;
}

using boost::math::complement;
using boost::math::students_t;

constexpr double kShareOfNewest = 0.8;  // of the false alarms, because the newest run matters most

/// Returns the standard error of the mean of `count` values around the level of earlier ones. Counters may repeat one
/// value exactly, so the noise is at least a third of the smallest change.
double error_of(std::span<const double> earlier, double centre, std::size_t count, double least_change) {
  const auto n = static_cast<double>(earlier.size()), k = static_cast<double>(count);
  std::vector<double> residuals;
  double squares = 0;
  for (const double value : earlier) residuals.push_back(value - centre), squares += std::pow(value - centre, 2);
  const double deviation = std::max(std::sqrt(squares / (n - 1)), least_change / 3 * std::abs(centre));
  const double of_one = deviation * std::sqrt(1 + 1 / n);
  return count == 1 ? of_one
                    : std::min(of_one, std::max(deviation, noise_of_levels(residuals, 1)) * std::sqrt(1 / k + 1 / n));
}

Suspicion tested(std::span<const double> level, std::size_t count, const SuspicionOptions& options) {
  const auto earlier = level.first(level.size() - count), newest = level.last(count);
  Suspicion found{earlier.size(), median(earlier), median(newest)};
  const auto [least, most] = std::minmax_element(earlier.begin(), earlier.end());
  if (found.after >= *least && found.after <= *most) return found;
  const auto is_nearer_to_before = [&](double value) {
    return std::abs(value - found.before) <= std::abs(value - found.after);
  };
  if (std::any_of(newest.begin(), newest.end(), is_nearer_to_before)) return found;
  if (std::abs(found.after - found.before) <= options.least_change * std::abs(found.before)) return found;
  const double error = error_of(earlier, found.before, count, options.least_change);
  found.deviations = error > 0 ? std::abs(found.after - found.before) / error : std::numeric_limits<double>::infinity();
  const students_t distribution(static_cast<double>(earlier.size() - 1));
  found.probability = error > 0 ? 2 * cdf(complement(distribution, found.deviations)) : 0;
  return found;
}

}  // namespace

std::vector<ChangePoint> find_change_points(std::span<const double> values, const ChangePointOptions& options) {
  return Segmentation(values, options).change_points();
}

Step clearest_step(std::span<const double> values, double noise, std::size_t shortest) {
  const std::size_t length = values.size();
  if (length < 2 * shortest) return {};
  constexpr double kClip = 3;
  const double centre = median(values);
  std::vector<double> sums(length + 1, 0);
  for (std::size_t i = 0; i < length; ++i)
    sums[i + 1] = sums[i] + std::clamp((values[i] - centre) / noise, -kClip, kClip);
  std::size_t best = 0;
  double largest = 0;
  const auto n = static_cast<double>(length);
  for (std::size_t split = shortest; split + shortest <= length; ++split) {
    const auto left = static_cast<double>(split);
    const double z = std::abs(sums[split] - sums[length] * left / n) / std::sqrt(left * (n - left) / n);
    if (z > largest) largest = z, best = split;
  }
  return {best, tail_of_largest(largest, length, shortest)};
}

// Up to 5 in 100 values may be outliers; a deviation in more than 10 in 100 is noise. Without the quantile, 3 robust
// deviations are only as wide as one mode of bimodal values. 29 in 100 series then get a change instead of 0.1 (2000
// series of 60 values, half of them 5 % higher at random, 0.2 % noise; benchmarks/change-points.md).
double noise_of_levels(std::span<const double> residuals, std::size_t levels) {
  constexpr double kClip = 3, kNeverClipped = 0.9, kMostCorrelation = 0.95;
  constexpr double kByChance = 1.5;  // standard errors of the correlation
  const auto n = static_cast<double>(residuals.size()), lost = static_cast<double>(levels);
  if (n <= lost + 1) return 0;
  std::vector<double> sizes;
  for (const double value : residuals) sizes.push_back(std::abs(value));
  const double limit = std::max(kClip * kDeviationPerMad * median(sizes), quantile(sizes, kNeverClipped));
  double squares = 0, products = 0, previous = 0;
  for (const double residual : residuals) {
    const double value = limit > 0 ? std::clamp(residual, -limit, limit) : residual;
    squares += value * value;
    products += value * previous;
    previous = value;
  }
  if (!(squares > 0)) return 0;
  const double found = products / squares;
  double correlation = std::min(found + lost * (1 + 4 * found) / n, kMostCorrelation);
  if (correlation < kByChance / std::sqrt(n)) correlation = 0;
  return std::sqrt(squares / (n - lost) * (1 + correlation) / (1 - correlation));
}

double noise_between_neighbours(std::span<const double> values) {
  if (values.size() < 2) return 0;
  std::vector<double> differences;
  for (std::size_t i = 1; i < values.size(); ++i) differences.push_back(std::abs(values[i] - values[i - 1]));
  return kDeviationPerMad * median(differences) / std::sqrt(2.0);
}

std::optional<Suspicion> suspicion_of(std::span<const double> level, const SuspicionOptions& options) {
  for (std::size_t count = options.shortest_segment; count-- > 1;) {
    if (level.size() < count + kFewestEarlier) continue;
    const double others = std::max(1.0, static_cast<double>(options.shortest_segment) - 2);
    const double share = count == 1 ? kShareOfNewest : (1 - kShareOfNewest) / others;
    Suspicion found = tested(level, count, options);
    found.probability = std::min(1.0, found.probability / share);
    if (found.probability < options.false_alarms) return found;
  }
  return std::nullopt;
}

}  // namespace warpledger
