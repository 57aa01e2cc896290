#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "l1_model/block_trace.h"
#include "l1_model/line_cache.h"
#include "l1_model/model_parameters.h"
#include "l1_model/quantities.h"

namespace warpledger {

/// Reuse distances of lines: Mattson's stack (IBM Systems Journal 9, 1970), divided into equal groups, so that a use
/// costs time proportional to the group it is found in.
class ReuseStack {
 public:
  /// Distances from `groups` * `lines_each` on count as first uses.
  ReuseStack(std::uint32_t groups, std::uint32_t lines_each);

  /// Uses a line. Returns g if at least g * lines_each and less than (g + 1) * lines_each other lines were used since
  /// its last use; nullopt for a first or too distant use.
  std::optional<std::uint32_t> use(std::uint64_t line);

 private:
  void make_newest(std::uint32_t slot, std::uint32_t group);

  LineIndex index_;
  RecencyLists recency_;
  std::vector<std::uint32_t> group_;   ///< by slot
  std::vector<std::uint32_t> oldest_;  ///< slot, by group
};

/// Completion times of a request.
struct Passage {
  std::uint64_t unit_free = 0;   ///< for the next request
  std::uint64_t data_there = 0;  ///< of a load; stores do not wait
};

class SmCaches {
 public:
  explicit SmCaches(const L1Parameters& parameters);

  /// Processes a global memory request at `now`, which must not decrease. `waited`: the unit was busy when the request
  /// was ready.
  ///
  /// Conflicts follow H200 measurements for strides of 1 to 32 words (benchmarks/model.md). A load that hits counts all
  /// data-bank cycles beyond the minimum. A load that waits for L2 does not count the cycles of its tags, nor does a
  /// store that waited for the unit.
  Passage request(const Pattern& pattern, std::uint64_t base_line, std::uint64_t now, bool waited);

  /// Adds accesses counted while tracing.
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
  std::uint64_t filled_sectors_ = 0;  ///< position in the queue of L2 answers: time * fill_sectors_per_cycle
  std::uint64_t random_ = 1;          ///< state of the jitter
  SmCounts counts_;
};

}  // namespace warpledger
