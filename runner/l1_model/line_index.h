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

}  // namespace warpledger
