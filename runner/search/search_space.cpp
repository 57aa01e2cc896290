#include "search/search_space.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace warpledger {

SearchSpace::SearchSpace(std::vector<std::vector<std::uint32_t>> columns) : columns_(std::move(columns)) {
  if (!columns_.empty()) codes_.resize(columns_.front().size());
  std::uint64_t weight = 1;
  for (const std::vector<std::uint32_t>& column : columns_) {
    const std::uint64_t values = column.empty() ? 1 : std::uint64_t{*std::ranges::max_element(column)} + 1;
    if (weight > std::numeric_limits<std::uint64_t>::max() / values)
      throw Error("the grid has more than 2^64 places", "write fewer values for an axis");
    for (std::size_t i = 0; i < codes_.size(); ++i) codes_[i] += weight * column[i];
    digits_.push_back({weight, values});
    weight *= values;
    axes_differ_ |= std::ranges::find(column, kNone) != column.end();
  }
  sorted_.resize(codes_.size());
  std::iota(sorted_.begin(), sorted_.end(), 0);
  std::ranges::sort(sorted_, {}, [&](std::uint32_t point) { return codes_[point]; });
}

std::vector<std::size_t> SearchSpace::neighbours(std::size_t point) const {
  std::vector<std::size_t> found;
  for (const Digit& digit : digits_) {
    const std::uint64_t own = codes_[point] / digit.weight % digit.values;
    const std::uint64_t without = codes_[point] - own * digit.weight;
    if (own == kNone) continue;
    for (std::uint64_t value = kNone + 1; value < digit.values; ++value) {
      if (value == own) continue;
      if (const auto neighbour = find(without + value * digit.weight)) found.push_back(*neighbour);
    }
  }
  for (std::size_t other = 0; axes_differ_ && other < size(); ++other)
    if (differ_by_their_axes(point, other)) found.push_back(other);
  return found;
}

bool SearchSpace::differ_by_their_axes(std::size_t point, std::size_t other) const {
  bool by_axes = false;
  int values = 0;
  for (const std::vector<std::uint32_t>& column : columns_) {
    const std::uint32_t own = column[point], its = column[other];
    if ((own == kNone) != (its == kNone))
      by_axes = true;
    else if (own != its && ++values > 1)
      return false;
  }
  return by_axes;
}

std::optional<std::size_t> SearchSpace::find(std::uint64_t code) const {
  const auto at = std::ranges::lower_bound(sorted_, code, {}, [&](std::uint32_t point) { return codes_[point]; });
  return at != sorted_.end() && codes_[*at] == code ? std::optional<std::size_t>(*at) : std::nullopt;
}

}  // namespace warpledger
