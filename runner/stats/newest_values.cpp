#include "stats/newest_values.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "model/samples.h"
#include "stats/change_points.h"

namespace warpledger {
namespace {

using boost::math::complement;
using boost::math::students_t;

constexpr std::size_t kFewestEarlier = 10;
constexpr double kShareOfNewest = 0.8;  // of the false alarms: that of last night counts most

/// The deviation that the mean of `count` values has around the level of earlier ones. A third of the least change is
/// the least noise: counters may repeat one value exactly.
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
  const double t = std::abs(found.after - found.before) / error;
  found.probability = error > 0 ? 2 * cdf(complement(students_t(static_cast<double>(earlier.size() - 1)), t)) : 0;
  return found;
}

}  // namespace

std::optional<Suspicion> suspicion_of(std::span<const double> level, const SuspicionOptions& options) {
  for (std::size_t count = options.shortest_segment; count-- > 1;) {
    if (level.size() < count + kFewestEarlier) continue;
    const double others = std::max(1.0, static_cast<double>(options.shortest_segment) - 2);
    const double share = count == 1 ? kShareOfNewest : (1 - kShareOfNewest) / others;
    const Suspicion found = tested(level, count, options);
    if (found.probability < options.false_alarms * share) return found;
  }
  return std::nullopt;
}

}  // namespace warpledger
