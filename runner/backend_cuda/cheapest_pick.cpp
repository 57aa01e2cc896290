#include "backend_cuda/cheapest_pick.h"

#include <algorithm>

namespace warpledger {
namespace {

constexpr std::size_t kMostPicksToTryAll = 64;

struct Priced {
  Pick pick;
  int cost;
};

/// The number of picks, or more than kMostPicksToTryAll when it is larger.
std::size_t number_of_picks(std::span<const std::size_t> counts) {
  std::size_t number = 1;
  for (const std::size_t count : counts)
    if (number <= kMostPicksToTryAll) number *= count;
  return number;
}

/// The next pick in lexicographic order; false after the last.
bool advance(Pick& pick, std::span<const std::size_t> counts) {
  for (std::size_t i = pick.size(); i-- > 0;) {
    if (++pick[i] < counts[i]) return true;
    pick[i] = 0;
  }
  return false;
}

class Search {
 public:
  Search(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost)
      : counts_(counts), lower_bound_(lower_bound), cost_(cost) {}

  Pick try_all() const {
    Pick pick(counts_.size(), 0);
    Priced best = priced(pick);
    while (best.cost > lower_bound_ && advance(pick, counts_))
      if (const int cost = cost_(pick); cost < best.cost) best = {pick, cost};
    return best.pick;
  }

  Pick descend_from_several() const {
    const std::size_t starts = *std::max_element(counts_.begin(), counts_.end());
    Priced best = descend(priced(start(0)));
    for (std::size_t option = 1; option < starts && best.cost > lower_bound_; ++option)
      if (Priced found = descend(priced(start(option))); found.cost < best.cost) best = std::move(found);
    return with_earliest_options(best);
  }

 private:
  Priced priced(const Pick& pick) const { return {pick, cost_(pick)}; }

  /// Every list at `option`, or at its last one.
  Pick start(std::size_t option) const {
    Pick pick;
    for (const std::size_t count : counts_) pick.push_back(std::min(option, count - 1));
    return pick;
  }

  Priced descend(Priced best) const {
    for (bool improved = true; improved && best.cost > lower_bound_;) {
      improved = false;
      for (std::size_t list = 0; list < counts_.size(); ++list) improved |= improve(best, list);
    }
    return best;
  }

  /// Moves one list to its cheapest option; false when it stands there already.
  bool improve(Priced& best, std::size_t list) const {
    const int before = best.cost;
    Pick pick = best.pick;
    for (std::size_t option = 0; option < counts_[list] && best.cost > lower_bound_; ++option) {
      pick[list] = option;
      if (const int cost = cost_(pick); cost < best.cost) best = {pick, cost};
    }
    return best.cost < before;
  }

  Pick with_earliest_options(const Priced& best) const {
    Pick pick = best.pick;
    for (std::size_t list = 0; list < counts_.size(); ++list) {
      const std::size_t found = pick[list];
      for (pick[list] = 0; pick[list] < found && cost_(pick) > best.cost;) ++pick[list];
    }
    return pick;
  }

  std::span<const std::size_t> counts_;
  int lower_bound_;
  const std::function<int(const Pick&)>& cost_;
};

}  // namespace

Pick cheapest_pick(std::span<const std::size_t> counts, int lower_bound, const std::function<int(const Pick&)>& cost) {
  const Search search(counts, lower_bound, cost);
  return number_of_picks(counts) <= kMostPicksToTryAll ? search.try_all() : search.descend_from_several();
}

}  // namespace warpledger
