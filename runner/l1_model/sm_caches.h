#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "l1_model/block_trace.h"
#include "l1_model/line_cache.h"
#include "l1_model/model_parameters.h"
#include "l1_model/quantities.h"

namespace warpledger {

/// How many other lines are used between two uses of a line: Mattson's stack (IBM Systems Journal 9, 1970), cut into
/// groups of equal size, so that a use costs a time in proportion to the group it is found in.
class ReuseStack {
 public:
  /// Distances from `groups` * `lines_each` on are not told apart from lines never used before.
  ReuseStack(std::uint32_t groups, std::uint32_t lines_each);

  /// Uses a line. Returns g when at least g * lines_each and less than (g + 1) * lines_each other lines were used since
  /// it was used last; none for a first or too far a use.
  std::optional<std::uint32_t> use(std::uint64_t line);

 private:
  /// Takes the slot, which is in `group`, to the top; what it passes moves down by one.
  void make_newest(std::uint32_t slot, std::uint32_t group);

  LineIndex index_;
  RecencyLists recency_;
  std::vector<std::uint32_t> group_;   ///< of each slot
  std::vector<std::uint32_t> oldest_;  ///< slot of each group
};

/// When the SM has done what a request asked for.
struct Passage {
  std::uint64_t unit_free = 0;   ///< the load-store unit takes the next request
  std::uint64_t data_there = 0;  ///< a load's; a store waits for nothing
};

/// The L1 of one SM and what it counts per request.
class SmCaches {
 public:
  explicit SmCaches(const L1Parameters& parameters);

  /// A request to global memory that the load-store unit takes at `now`, which never goes back. `waited`: the unit was
  /// busy when the warp had the request ready.
  ///
  /// Its conflicts, as measured on an H200 for strides of 1 to 32 words (benchmarks/model.md): a load whose data is
  /// there counts all data-bank cycles beyond the least; one that waits for data from the L2 does not count those that
  /// its tags take; nor does a store that the unit makes wait.
  Passage request(const Pattern& pattern, std::uint64_t base_line, std::uint64_t now, bool waited);

  /// Adds what passes the cache by or was counted when it was traced.
  void add(const AccessTotals& totals) { counts_.accesses += totals; }

  const SmCounts& counts() const { return counts_; }

 private:
  std::uint64_t load(const LineTouch& touch, std::uint64_t base_line, std::uint64_t now);
  void store(std::uint64_t line, std::uint8_t sectors, std::uint64_t now);
  void count_conflicts(const Pattern& pattern, bool overlapped);

  ReplayClock clock_;
  LineCache l1_;
  LineCache pending_stores_;
  ReuseStack reuse_;
  SectorSet loaded_;
  SectorSet stored_;
  std::uint64_t filled_sectors_ = 0;  ///< the L2's answers, as places in one queue: when / fill_sectors_per_cycle
  std::uint64_t random_ = 1;          ///< state of the jitter
  SmCounts counts_;
};

}  // namespace warpledger
