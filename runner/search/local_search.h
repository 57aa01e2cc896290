#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "search/random_search.h"
#include "search/search_space.h"
#include "search/strategy.h"

namespace warpledger {

/// Hill climbing: from a random point to the first neighbour found that is faster, from there on, and where no
/// neighbour is faster once more from a random point. Neighbours come in random order, and those that are known already
/// cost nothing.
class LocalSearch final : public Strategy {
 public:
  /// `space` must outlive the search.
  LocalSearch(const SearchSpace& space, std::uint64_t seed);

  std::optional<std::size_t> ask() override;
  void tell(std::size_t point, std::optional<double> time) override;

 private:
  void climb_to(std::size_t point);

  static constexpr double kNotMeasured = -1;
  static constexpr double kFailed = std::numeric_limits<double>::infinity();

  const SearchSpace& space_;
  RandomEngine random_;
  RandomSearch starts_;
  std::vector<double> times_;           ///< by point; asked ones are kFailed until they are told
  std::optional<std::size_t> current_;  ///< absent before the next start is told
  std::vector<std::size_t> to_try_;     ///< neighbours of `current_`, the next one last
};

}  // namespace warpledger
