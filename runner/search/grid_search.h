#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "plan/plan.h"
#include "search/search_space.h"
#include "search/strategy.h"

namespace warpledger {

/// Searches each problem of a plan for its fastest point. Problems take turns, so that each gets an equal share of any
/// budget.
class GridSearch {
 public:
  GridSearch(const Plan& plan, StrategyKind kind, std::uint64_t seed);

  /// Ordinal of a point not asked or told before; nothing if there is none.
  std::optional<std::int64_t> ask();
  /// As Strategy::tell().
  void tell(std::int64_t ordinal, std::optional<double> time);

 private:
  struct Problem {
    std::vector<std::int64_t> ordinals;  ///< by index in `space`
    SearchSpace space;
    std::unique_ptr<Strategy> strategy = nullptr;
  };
  struct Place {
    std::uint32_t problem = 0;
    std::uint32_t index = 0;
  };

  std::vector<Problem> problems_;  ///< must not grow: strategies refer to its spaces
  std::vector<Place> places_;      ///< by ordinal
  std::size_t turn_ = 0;
};

}  // namespace warpledger
