#include "search/local_search.h"

#include <algorithm>

namespace warpledger {

LocalSearch::LocalSearch(const SearchSpace& space, std::uint64_t seed)
    : space_(space), random_(seed), starts_(space.size(), random_()), times_(space.size(), kNotMeasured) {}

std::optional<std::size_t> LocalSearch::ask() {
  std::optional<std::size_t> next;
  while (!next && !to_try_.empty()) {
    if (times_[to_try_.back()] == kNotMeasured) next = to_try_.back();
    to_try_.pop_back();
  }
  if (!next) {
    current_.reset();
    next = starts_.ask();
  }
  if (next) {
    starts_.tell(*next, std::nullopt);
    times_[*next] = kFailed;
  }
  return next;
}

void LocalSearch::tell(std::size_t point, std::optional<double> time) {
  starts_.tell(point, time);
  times_[point] = time.value_or(kFailed);
  if (time && (!current_ || *time < times_[*current_])) climb_to(point);
}

void LocalSearch::climb_to(std::size_t point) {
  const auto time_of = [&](std::size_t one) { return times_[one] == kNotMeasured ? kFailed : times_[one]; };
  while (true) {
    current_ = point;
    to_try_ = space_.neighbours(point);
    const auto fastest = std::ranges::min_element(to_try_, {}, time_of);
    if (fastest == to_try_.end() || time_of(*fastest) >= time_of(point)) break;
    point = *fastest;
  }
  shuffle(to_try_, random_);
}

}  // namespace warpledger
