#include "l1_model/reuse_stack.h"

namespace warpledger {

ReuseStack::ReuseStack(std::uint32_t groups, std::uint32_t lines_each)
    : index_(groups * lines_each),
      recency_(1, groups * lines_each),
      group_(std::size_t{groups} * lines_each),
      oldest_(groups) {
  std::uint32_t slot = recency_.oldest(0);
  for (std::uint32_t i = groups * lines_each; i-- > 0; slot = recency_.newer(slot)) {
    group_[slot] = i / lines_each;
    if (i % lines_each == lines_each - 1) oldest_[group_[slot]] = slot;
  }
}

std::optional<std::uint32_t> ReuseStack::use(std::uint64_t line) {
  std::uint32_t slot = index_.find(line);
  if (slot != LineIndex::kAbsent) {
    const std::uint32_t group = group_[slot];
    make_newest(slot, group);
    return group;
  }
  slot = recency_.oldest(0);
  index_.erase(slot);
  index_.insert(line, slot);
  make_newest(slot, group_[slot]);
  return std::nullopt;
}

void ReuseStack::make_newest(std::uint32_t slot, std::uint32_t group) {
  if (slot == recency_.newest(0)) return;
  if (slot == oldest_[group]) oldest_[group] = recency_.newer(slot);
  recency_.make_newest(0, slot);
  group_[slot] = 0;
  for (std::uint32_t passed = 0; passed < group; ++passed) {
    const std::uint32_t pushed = oldest_[passed];
    group_[pushed] = passed + 1;
    oldest_[passed] = recency_.newer(pushed);
  }
}

}  // namespace warpledger
