#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/strategy.h"

namespace warpledger {

/// All points in random order: a random sample without repetition at any time.
class RandomSearch final : public Strategy {
 public:
  RandomSearch(std::size_t points, std::uint64_t seed);

  std::optional<std::size_t> ask() override;
  void tell(std::size_t point, std::optional<double> time) override;

 private:
  std::vector<std::size_t> left_;  ///< next one last
  std::vector<bool> known_;        ///< asked or told
};

/// Chance that `drawn` of `points`, drawn at random without repetition, include at least one of the best `top`: 1 -
/// C(points - top, drawn) / C(points, drawn).
double chance_to_hold_one(std::int64_t points, std::int64_t drawn, std::int64_t top);

}  // namespace warpledger
