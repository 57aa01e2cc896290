#include "l1_model/sector_set.h"

#include <bit>
#include <utility>

namespace warpledger {

SectorSet::SectorSet() : entries_(1024) {}

std::uint32_t SectorSet::insert(std::uint64_t line, std::uint8_t sectors) {
  Entry* entry = &place(line / 16);
  if (entry->sectors == 0) {
    if (++used_ * 2 > entries_.size()) {
      grow();
      entry = &place(line / 16);
    }
    entry->neighbourhood = line / 16;
  }
  const std::uint64_t mask = std::uint64_t{sectors} << line % 16 * 4;
  const auto added = static_cast<std::uint32_t>(std::popcount(mask & ~entry->sectors));
  entry->sectors |= mask;
  return added;
}

SectorSet::Entry& SectorSet::place(std::uint64_t neighbourhood) {
  const std::size_t last = entries_.size() - 1;
  std::size_t i = neighbourhood * 0x9e3779b97f4a7c15 >> (64 - std::bit_width(last));
  while (entries_[i].sectors != 0 && entries_[i].neighbourhood != neighbourhood) i = (i + 1) & last;
  return entries_[i];
}

void SectorSet::grow() {
  std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(entries_.size() * 2));
  for (const Entry& entry : old)
    if (entry.sectors != 0) place(entry.neighbourhood) = entry;
}

}  // namespace warpledger
