#include "search/random_search.h"

#include <algorithm>

namespace warpledger {

RandomSearch::RandomSearch(std::size_t points, std::uint64_t seed) : known_(points) {
  RandomEngine random(seed);
  left_ = random_order(points, random);
}

std::optional<std::size_t> RandomSearch::ask() {
  while (!left_.empty()) {
    const std::size_t point = left_.back();
    left_.pop_back();
    if (known_[point]) continue;
    known_[point] = true;
    return point;
  }
  return std::nullopt;
}

void RandomSearch::tell(std::size_t point, std::optional<double> /*time*/) { known_[point] = true; }

double chance_to_hold_one(std::int64_t points, std::int64_t drawn, std::int64_t top) {
  double none = 1;  // chance that the best, the second best, ... are all missed
  for (std::int64_t i = 0; i < top; ++i)
    none *= std::max(0.0, 1 - static_cast<double>(drawn) / static_cast<double>(points - i));
  return 1 - none;
}

}  // namespace warpledger
