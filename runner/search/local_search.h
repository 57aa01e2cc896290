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

/// Hill climbing with random restarts. Moves to the first neighbour found that is faster, and restarts from a random
/// point if there is none. Tries neighbours in random order and skips known ones.
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
  std::vector<double> times_;           ///< by point; kFailed between ask() and tell()
  std::optional<std::size_t> current_;  ///< absent until a start's time is told
  std::vector<std::size_t> to_try_;     ///< neighbours of `current_`, next one last
};

}  // namespace warpledger
