#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace warpledger {

/// Finds lines among numbered slots: a chained hash table of fixed size that never allocates.
class LineIndex {
 public:
  static constexpr std::uint32_t kAbsent = std::numeric_limits<std::uint32_t>::max();

  explicit LineIndex(std::uint32_t slots);

  /// The line's slot, or kAbsent.
  std::uint32_t find(std::uint64_t line) const {
    std::uint32_t slot = first_[bucket(line)];
    while (slot != kAbsent && entries_[slot].line != line) slot = entries_[slot].next;
    return slot;
  }

  /// Puts the line into a slot that is free. The line is in no slot yet.
  void insert(std::uint64_t line, std::uint32_t slot);

  /// Frees the slot; does nothing when it is free.
  void erase(std::uint32_t slot);

 private:
  static constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();  ///< no line: addresses end below

  std::size_t bucket(std::uint64_t line) const { return line * 0x9e3779b97f4a7c15 >> shift_; }

  struct Entry {
    std::uint64_t line = kFree;
    std::uint32_t next = kAbsent;  ///< slot of the next line in the same bucket
  };

  int shift_;
  std::vector<std::uint32_t> first_;  ///< slot of each bucket's first line
  std::vector<Entry> entries_;        ///< of each slot
};

/// Slots in the order of their last use. Several lists share one array: each slot is in one list for good, and each
/// list is a ring through a head that is no slot.
class RecencyLists {
 public:
  /// `lists` lists of `slots_each` slots: list i holds slots i * slots_each and on, oldest last.
  RecencyLists(std::uint32_t lists, std::uint32_t slots_each);

  void make_newest(std::uint32_t list, std::uint32_t slot) {
    unlink(slot);
    link_behind(head(list), slot);
  }
  std::uint32_t newest(std::uint32_t list) const { return nodes_[head(list)].older; }
  std::uint32_t oldest(std::uint32_t list) const { return nodes_[head(list)].newer; }

  /// The slot used next after this one, which is not the newest.
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

  /// Makes `slot` the next older one of `place`.
  void link_behind(std::uint32_t place, std::uint32_t slot) {
    nodes_[slot] = {place, nodes_[place].older};
    nodes_[nodes_[place].older].newer = slot;
    nodes_[place].older = slot;
  }

  std::uint32_t slots_;
  std::vector<Node> nodes_;  ///< the slots, then the heads
};

/// Tags and sector masks of a sectored, set-associative cache. The least recently used line of a set makes room. A
/// line's set is as if drawn at random, so that some sets get more lines than others: that is how the misses of an
/// H200's L1 set in, little by little, below and above its capacity (benchmarks/model.md). Every operation takes a
/// constant time, however many lines a set has.
class LineCache {
 public:
  struct Shape {
    std::uint64_t lines = 0;     ///< rounded down to a multiple of `sets`; at least one line per set
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

/// A growing set of sectors, by line and sector mask: an open-addressed hash table of 16 neighbouring lines an entry.
class SectorSet {
 public:
  SectorSet();

  /// Adds sectors of a line. Returns how many of them are new.
  std::uint32_t insert(std::uint64_t line, std::uint8_t sectors);

 private:
  struct Entry {
    std::uint64_t neighbourhood = 0;  ///< line / 16
    std::uint64_t sectors = 0;        ///< four bits a line; none: the entry is free
  };

  /// The entry of that neighbourhood, or the free one that it would take.
  Entry& place(std::uint64_t neighbourhood);
  void grow();

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace warpledger
