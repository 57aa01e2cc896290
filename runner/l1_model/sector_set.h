#pragma once

#include <cstdint>
#include <vector>

namespace warpledger {

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
