#include "l1_model/line_index.h"

#include <bit>

namespace warpledger {

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

}  // namespace warpledger
