#include "stats/holm.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace warpledger {

std::vector<bool> holding_by_holm(std::span<const double> probabilities, double level) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return probabilities[a] < probabilities[b]; });
  std::vector<bool> holds(order.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!(probabilities[order[i]] * static_cast<double>(order.size() - i) <= level)) break;
    holds[order[i]] = true;
  }
  return holds;
}

}  // namespace warpledger
