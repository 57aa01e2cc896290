#include "l1_model/line_cache.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warpledger {
namespace {

/// MurmurHash3's finalizer: each output bit depends on each input bit.
std::uint64_t scrambled(std::uint64_t line) {
  line = (line ^ line >> 33) * 0xff51afd7ed558ccd;
  line = (line ^ line >> 33) * 0xc4ceb9fe1a85ec53;
  return line ^ line >> 33;
}

}  // namespace

LineIndex::LineIndex(std::uint32_t slots)
    : shift_(64 - static_cast<int>(std::bit_width(std::uint64_t{2} * slots))),
      first_(std::size_t{1} << (64 - shift_), kAbsent),
      entries_(slots) {}

void LineIndex::insert(std::uint64_t line, std::uint32_t slot) {
  std::uint32_t& first = first_[bucket(line)];
  entries_[slot] = {line, first};
  first = slot;
}

void LineIndex::erase(std::uint32_t slot) {
  if (entries_[slot].line == kFree) return;
  std::uint32_t* link = &first_[bucket(entries_[slot].line)];
  while (*link != slot) link = &entries_[*link].next;
  *link = entries_[slot].next;
  entries_[slot].line = kFree;
}

RecencyLists::RecencyLists(std::uint32_t lists, std::uint32_t slots_each)
    : slots_(lists * slots_each), nodes_(std::size_t{slots_} + lists) {
  for (std::uint32_t list = 0; list < lists; ++list) {
    nodes_[head(list)] = {head(list), head(list)};
    for (std::uint32_t i = 0; i < slots_each; ++i) link_behind(nodes_[head(list)].newer, list * slots_each + i);
  }
}

LineCache::LineCache(const Shape& shape)
    : sets_(shape.sets),
      ways_(std::max(static_cast<std::uint32_t>(shape.lines / shape.sets), 1U)),
      lifetime_(shape.lifetime),
      index_(sets_ * ways_),
      recency_(sets_, ways_),
      slots_(std::size_t{sets_} * ways_) {
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) slots_[slot].set = slot / ways_;
}

std::uint8_t LineCache::touch(std::uint64_t line, std::uint8_t sectors, std::uint64_t now) {
  std::uint32_t number = index_.find(line);
  if (number == LineIndex::kAbsent) {
    number = recency_.oldest(set_of(line));
    index_.erase(number);
    index_.insert(line, number);
    slots_[number].sectors = 0;
    slots_[number].arrival = 0;
  }
  Slot& slot = slots_[number];
  recency_.make_newest(slot.set, number);
  if (lifetime_ != 0 && now - slot.last_touch > lifetime_) slot.sectors = 0;
  const auto missing = static_cast<std::uint8_t>(sectors & ~slot.sectors);
  slot.sectors = static_cast<std::uint8_t>(slot.sectors | sectors);
  slot.last_touch = now;
  touched_ = number;
  return missing;
}

std::uint32_t LineCache::set_of(std::uint64_t line) const {
  return static_cast<std::uint32_t>(scrambled(line) & (sets_ - 1));
}

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
