#include "grading/tie_groups.h"

#include <algorithm>
#include <numeric>

namespace warpledger {

std::vector<Standing> standings_of(std::span<const Ratio> ratios) {
  std::vector<std::size_t> order(ratios.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ratios[i].value; });
  std::vector<Standing> standings(ratios.size());
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    end = first + 1;
    while (end < order.size() && ratios[order[end]].lower <= ratios[order[end - 1]].upper) ++end;
    for (std::size_t i = first; i < end; ++i) standings[order[i]] = {.rank = first + 1, .tied = end - first};
  }
  return standings;
}

}  // namespace warpledger
