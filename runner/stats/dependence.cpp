#include "stats/dependence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/shift.h"

namespace warpledger {
namespace {

/// Ties share a rank; the mean is subtracted.
std::vector<double> centred_ranks(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  const double mean = (static_cast<double>(values.size()) - 1) / 2;
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) ranks[order[i]] = static_cast<double>(first + end - 1) / 2 - mean;
  }
  return ranks;
}

/// Scaled as if every value had a partner.
double products_of(const std::vector<double>& series, std::size_t lag) {
  const double sum =
      std::inner_product(series.begin() + static_cast<std::ptrdiff_t>(lag), series.end(), series.begin(), 0.0);
  const auto n = static_cast<double>(series.size());
  return sum * n / (n - static_cast<double>(lag));
}

/// Returns those of both sides together, until they have vanished; empty if all values are equal.
std::vector<double> autocorrelations(const std::vector<double>& before, const std::vector<double>& after) {
  constexpr std::size_t kFewestLags = 8;
  const double variance = products_of(before, 0) + products_of(after, 0);
  if (!(variance > 0)) return {};
  const std::size_t lags = std::min(before.size(), after.size()) - 1;
  std::vector<double> result = {1};
  for (std::size_t lag = 1; lag < lags; ++lag) {
    result.push_back((products_of(before, lag) + products_of(after, lag)) / variance);
    if (lag > kFewestLags && result[lag] < 0 && result[lag - 1] < 0) break;
  }
  return result;
}

/// Corrects for an estimated mean that absorbs the share `lost` of the variance.
double without_bias(double correlation, double lost) { return correlation * (1 - lost) + lost; }

double time_of_positive_sequence(const std::vector<double>& correlations, double lost) {
  double time = -1;
  for (std::size_t lag = 0; lag + 1 < correlations.size(); lag += 2) {
    const double pair = without_bias(correlations[lag], lost) + without_bias(correlations[lag + 1], lost);
    if (pair <= 0) break;
    time += 2 * pair;
  }
  return time;
}

double time_of_neighbours(double correlation, double samples) {
  constexpr double kMost = 0.97;
  const double found = std::min(correlation, kMost);
  const double bound = std::clamp(found + std::sqrt((1 - found * found) / samples), 0.0, kMost);
  return (1 + bound) / (1 - bound);
}

}  // namespace

double dependence_of(std::span<const double> before, std::span<const double> after) {
  constexpr int kRounds = 5;
  constexpr double kMostLost = 0.3;
  const std::vector<double> correlations = autocorrelations(centred_ranks(before), centred_ranks(after));
  if (correlations.size() < 2) return 1;
  const auto fewest = static_cast<double>(std::min(before.size(), after.size()));
  const auto samples = static_cast<double>(before.size() + after.size());
  double time = 1;
  for (int i = 0; i < kRounds; ++i) {
    const double lost = std::min(time / fewest, kMostLost);
    time = std::max({1.0, time_of_positive_sequence(correlations, lost),
                     time_of_neighbours(without_bias(correlations[1], lost), samples)});
  }
  return time;
}

double drift_of(std::span<const double> values) {
  constexpr double kOneInFive = 1.3;  // standard deviations
  const std::size_t half = values.size() / 2;
  const PairwiseDifferences differences(values.first(half), values.last(half));
  const auto [lower, upper] = differences.interval(kOneInFive);
  return lower <= 0 && upper >= 0 ? 0 : std::abs(differences.median());
}

std::optional<TwoHumps> two_humps_of(std::span<const double> values) {
  constexpr double kWithin = 0.2;  // of the variance; a normal distribution cut in two keeps 0.36
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t count = sorted.size(), fewest = std::max<std::size_t>(3, count / 5);
  const auto n = static_cast<double>(count);
  const double sum = std::accumulate(sorted.begin(), sorted.end(), 0.0);
  double variance = 0, below = 0, between = 0;
  for (const double value : sorted) variance += (value - sum / n) * (value - sum / n);
  TwoHumps humps;
  double first_of_upper = 0;
  for (std::size_t i = 0; i + fewest <= count; below += sorted[i++]) {
    if (i < fewest) continue;
    const auto k = static_cast<double>(i);
    const double lower = below / k, upper = (sum - below) / (n - k);
    const double explained = k * (n - k) / n * (upper - lower) * (upper - lower);
    if (explained > between) between = explained, humps.lower = lower, humps.upper = upper, first_of_upper = sorted[i];
  }
  if (!(between > (1 - kWithin) * variance)) return std::nullopt;
  for (std::size_t i = 1; i < count; ++i)
    humps.switches += (values[i] < first_of_upper) != (values[i - 1] < first_of_upper);
  return humps;
}

}  // namespace warpledger
