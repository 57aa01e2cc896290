#include "stats/median_interval.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cstddef>
#include <vector>

namespace warpledger {

std::optional<MedianInterval> median_interval(std::span<const double> values, double confidence) {
  if (values.empty()) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const boost::math::binomial halves(static_cast<double>(sorted.size()), 0.5);
  // P(median < value of rank `outside`, from 0) is the probability that at most `outside` values are below the median.
  const double error = (1 - confidence) / 2;
  std::ptrdiff_t outside = -1;
  while (boost::math::cdf(halves, static_cast<double>(outside + 1)) <= error) ++outside;
  if (outside < 0) return std::nullopt;
  return MedianInterval{sorted[static_cast<std::size_t>(outside)], *(sorted.rbegin() + outside)};
}

}  // namespace warpledger
