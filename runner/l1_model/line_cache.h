#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace warpledger {

/// Maps lines to numbered slots; a chained hash table that never allocates.
class LineIndex {
 public:
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

  explicit LineIndex(std::uint32_t slots);

  std::uint32_t find(std::uint64_t line) const {
    std::uint32_t slot = first_[bucket(line)];
    while (slot != kAbsent && entries_[slot].line != line) slot = entries_[slot].next;
    return slot;
  }

  /// The slot must be free, and the line absent.
  void insert(std::uint64_t line, std::uint32_t slot);

  void erase(std::uint32_t slot);

 private:
  static constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();  ///< above all addresses

  std::size_t bucket(std::uint64_t line) const { return line * 0x9e3779b97f4a7c15 >> shift_; }

  struct Entry {
    std::uint64_t line = kFree;
    std::uint32_t next = kAbsent;  ///< in the same bucket
  };

  int shift_;
  std::vector<std::uint32_t> first_;  ///< by bucket
  std::vector<Entry> entries_;        ///< by slot
};

/// Lists of slots by last use. Each slot stays in one list, a ring through a head node.
class RecencyLists {
 public:
  /// List i has slots from i * slots_each on, the oldest last.
  RecencyLists(std::uint32_t lists, std::uint32_t slots_each);

  void make_newest(std::uint32_t list, std::uint32_t slot) {
    unlink(slot);
    link_behind(head(list), slot);
  }
  std::uint32_t newest(std::uint32_t list) const { return nodes_[head(list)].older; }
  std::uint32_t oldest(std::uint32_t list) const { return nodes_[head(list)].newer; }

  /// `slot` must not be the newest.
  std::uint32_t newer(std::uint32_t slot) const { return nodes_[slot].newer; }

 private:
  struct Node {
    std::uint32_t newer = 0;
    std::uint32_t older = 0;
  };

  std::uint32_t head(std::uint32_t list) const { return slots_ + list; }

  void unlink(std::uint32_t slot) {
    nodes_[nodes_[slot].newer].older = nodes_[slot].older;
    nodes_[nodes_[slot].older].newer = nodes_[slot].newer;
  }

  void link_behind(std::uint32_t place, std::uint32_t slot) {
    nodes_[slot] = {place, nodes_[place].older};
    nodes_[nodes_[place].older].newer = slot;
    nodes_[place].older = slot;
  }

  std::uint32_t slots_;
  std::vector<Node> nodes_;  ///< slots, then heads
};

/// Tags and sector masks of a sectored, set-associative LRU cache. Sets are assigned by a hash, so some get more lines
/// than others: this reproduces the gradual onset of misses around the capacity of an H200's L1 (benchmarks/model.md).
/// Operations take constant time.
class LineCache {
 public:
  struct Shape {
    std::uint64_t lines = 0;     ///< rounded down to a multiple of `sets`; at least one per set
    std::uint32_t sets = 1;      ///< power of two
    std::uint64_t lifetime = 0;  ///< a line untouched for longer is invalid; 0: no limit
  };

  explicit LineCache(const Shape& shape);

  /// Makes the line the newest and its `sectors` valid, evicting another line if needed. `now` must not decrease.
  /// Returns the sectors that were not valid.
  std::uint8_t touch(std::uint64_t line, std::uint8_t sectors, std::uint64_t now);

  /// Arrival time of the last touched line's data. The cache only stores it; 0 for a new line.
  std::uint64_t& arrival() { return slots_[touched_].arrival; }

 private:
  struct Slot {
    std::uint64_t last_touch = 0;
    std::uint64_t arrival = 0;
    std::uint32_t set = 0;
    std::uint8_t sectors = 0;  ///< 0: the slot is free
  };

  std::uint32_t set_of(std::uint64_t line) const;

  std::uint32_t sets_;
  std::uint32_t ways_;
  std::uint64_t lifetime_;
  std::uint32_t touched_ = 0;
  LineIndex index_;
  RecencyLists recency_;
  std::vector<Slot> slots_;
};

/// Growing set of sectors: an open-addressed hash table with 16 adjacent lines per entry.
class SectorSet {
 public:
  SectorSet();

  /// Returns the number of new sectors.
  std::uint32_t insert(std::uint64_t line, std::uint8_t sectors);

 private:
  struct Entry {
    std::uint64_t neighbourhood = 0;  ///< line / 16
    std::uint64_t sectors = 0;        ///< four bits per line; 0: free
  };

  /// Returns the entry of the neighbourhood, or the free entry for it.
  Entry& place(std::uint64_t neighbourhood);
  void grow();

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace warpledger
