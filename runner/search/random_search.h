#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/strategy.h"

namespace warpledger {

/// All points in a random order: at any time, those that were asked are drawn at random without repetition.
class RandomSearch final : public Strategy {
 public:
  RandomSearch(std::size_t points, std::uint64_t seed);

  std::optional<std::size_t> ask() override;
  void tell(std::size_t point, std::optional<double> time) override;

 private:
  std::vector<std::size_t> left_;  ///< the next one last
  std::vector<bool> known_;        ///< asked or told
};

/// The chance that at least one of the best `top` of `points` is among `drawn` of them that are drawn at random without
/// repetition: 1 - C(points - top, drawn) / C(points, drawn).
double chance_to_hold_one(std::int64_t points, std::int64_t drawn, std::int64_t top);

}  // namespace warpledger
