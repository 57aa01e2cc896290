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

/// Searches each problem of a plan for its fastest point. The problems take turns, so that each has its share of
/// however many points are measured.
class GridSearch {
 public:
  GridSearch(const Plan& plan, StrategyKind kind, std::uint64_t seed);

  /// The ordinal of a point that was neither asked nor told before; nothing when there is none.
  std::optional<std::int64_t> ask();
  /// As Strategy::tell.
  void tell(std::int64_t ordinal, std::optional<double> time);

 private:
  struct Problem {
    std::vector<std::int64_t> ordinals;  ///< by the index of a point in `space`
    SearchSpace space;
    std::unique_ptr<Strategy> strategy = nullptr;
  };
  struct Place {
    std::uint32_t problem = 0;
    std::uint32_t index = 0;
  };

  std::vector<Problem> problems_;  ///< never grows once its strategies look at its spaces
  std::vector<Place> places_;      ///< by ordinal
  std::size_t turn_ = 0;
};

}  // namespace warpledger
