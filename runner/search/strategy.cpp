#include "search/strategy.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "search/local_search.h"
#include "search/random_search.h"

namespace warpledger {

std::optional<StrategyKind> strategy_named(std::string_view name) {
  const auto found = std::ranges::find(kStrategyNames, name);
  if (found == kStrategyNames.end()) return std::nullopt;
  return static_cast<StrategyKind>(found - kStrategyNames.begin());
}

std::unique_ptr<Strategy> make_strategy(StrategyKind kind, const SearchSpace& space, std::uint64_t seed) {
  if (kind == StrategyKind::local) return std::make_unique<LocalSearch>(space, seed);
  return std::make_unique<RandomSearch>(space.size(), seed);
}

std::vector<std::size_t> random_order(std::size_t size, RandomEngine& random) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, random);
  return order;
}

void shuffle(std::vector<std::size_t>& items, RandomEngine& random) {
  // The modulo bias is about 2^-40 for ten million items.
  for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[random() % left]);
}

}  // namespace warpledger
