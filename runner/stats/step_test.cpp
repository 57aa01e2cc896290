#include "stats/step_test.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "model/samples.h"

namespace warpledger {
namespace {

/// P(max |Z_k| > b) over the splits k of `length` values with at least `shortest` on each side, where Z_k is the
/// standardized difference of means: Miller & Siegmund, Biometrics 38 (1982), equation for a trimmed Brownian bridge.
double tail_of_largest(double b, std::size_t length, std::size_t shortest) {
  const double trimmed = static_cast<double>(shortest) / static_cast<double>(length);
  const double odds = std::log((1 - trimmed) * (1 - trimmed) / (trimmed * trimmed));
  const double density = pdf(boost::math::normal(), b);
  return b > 1 ? std::min(1.0, density * (4 / b + (b - 1 / b) * odds)) : 1;
}

}  // namespace

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

double noise_between_neighbours(std::span<const double> values) {
  if (values.size() < 2) return 0;
  std::vector<double> differences;
  for (std::size_t i = 1; i < values.size(); ++i) differences.push_back(std::abs(values[i] - values[i - 1]));
  constexpr double kDeviationPerMad = 1.4826;  // of a normal distribution
  return kDeviationPerMad * median(differences) / std::sqrt(2.0);
}

}  // namespace warpledger
