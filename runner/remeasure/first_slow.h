#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace warpledger {

enum class Judged { fast, slow, unknown };

/// Where a series of versions turns slow.
struct FirstSlow {
  std::size_t last_fast = 0;
  std::size_t first_slow = 0;
  std::vector<std::size_t> unknown;  ///< between the two, which may be slow already
};

/// Bisects `count` versions, of which the first is fast and the last is slow; at least 2. A version that is unknown is
/// stepped over: the nearest other one is judged in its place.
FirstSlow find_first_slow(std::size_t count, const std::function<Judged(std::size_t)>& judge);

}  // namespace warpledger
