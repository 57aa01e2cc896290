#include "l1_model/line_cache.h"

#include <algorithm>

namespace warpledger {
namespace {

/// The finalizer of MurmurHash3: each bit of the result depends on each of the line's number.
std::uint64_t scrambled(std::uint64_t line) {
  line = (line ^ line >> 33) * 0xff51afd7ed558ccd;
  line = (line ^ line >> 33) * 0xc4ceb9fe1a85ec53;
  return line ^ line >> 33;
}

}  // namespace

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

}  // namespace warpledger
