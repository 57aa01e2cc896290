#include "remeasure/first_slow.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace warpledger {
namespace {

/// The version between `first` and `last`, without both, that is nearest to their middle and not in `unknown`.
std::optional<std::size_t> middle_of(std::size_t first, std::size_t last, const std::set<std::size_t>& unknown) {
  std::optional<std::size_t> best;
  const std::size_t middle = (first + last) / 2;
  const auto distance = [&](std::size_t i) { return std::max(i, middle) - std::min(i, middle); };
  for (std::size_t i = first + 1; i < last; ++i)
    if (!unknown.contains(i) && (!best || distance(i) < distance(*best))) best = i;
  return best;
}

}  // namespace

FirstSlow find_first_slow(std::size_t count, const std::function<Judged(std::size_t)>& judge) {
  FirstSlow found{0, count - 1, {}};
  std::set<std::size_t> unknown;
  while (const auto next = middle_of(found.last_fast, found.first_slow, unknown)) {
    switch (judge(*next)) {
      case Judged::fast:
        found.last_fast = *next;
        break;
      case Judged::slow:
        found.first_slow = *next;
        break;
      case Judged::unknown:
        unknown.insert(*next);
        break;
    }
  }
  std::ranges::copy_if(unknown, std::back_inserter(found.unknown),
                       [&](std::size_t i) { return i > found.last_fast && i < found.first_slow; });
  return found;
}

}  // namespace warpledger
