#pragma once

#include <cstdint>
#include <vector>

#include "l1_model/line_index.h"
#include "l1_model/recency_list.h"

namespace warpledger {

/// Tags and sector masks of a sectored, set-associative cache. The least recently used line of a set makes room. A
/// line's set is as if drawn at random, so that some sets get more lines than others: that is how the misses of an
/// H200's L1 set in, little by little, below and above its capacity (benchmarks/model.md). Every operation takes a
/// constant time, however many lines a set has.
class LineCache {
 public:
  struct Shape {
    std::uint64_t lines = 0;     ///< what is no multiple of `sets` is left out; at least one line a set
    std::uint32_t sets = 1;      ///< a power of two
    std::uint64_t lifetime = 0;  ///< a line not touched for longer than this is void; 0: no such limit
  };

  explicit LineCache(const Shape& shape);

  /// Makes the line the newest and its `sectors` valid, after making room when it is absent. `now` never goes back.
  /// Returns those of the sectors that were not valid.
  std::uint8_t touch(std::uint64_t line, std::uint8_t sectors, std::uint64_t now);

  /// When the data of the line that was touched last is there; the cache only keeps the number, 0 for a new line.
  std::uint64_t& arrival() { return slots_[touched_].arrival; }

 private:
  struct Slot {
    std::uint64_t last_touch = 0;
    std::uint64_t arrival = 0;
    std::uint32_t set = 0;
    std::uint8_t sectors = 0;  ///< none: the slot is free
  };

  std::uint32_t set_of(std::uint64_t line) const;

  std::uint32_t sets_;
  std::uint32_t ways_;
  std::uint64_t lifetime_;
  std::uint32_t touched_ = 0;  ///< slot
  LineIndex index_;
  RecencyLists recency_;
  std::vector<Slot> slots_;
};

}  // namespace warpledger
