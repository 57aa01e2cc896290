#include "l1_model/sm_caches.h"

#include <algorithm>
#include <bit>

namespace warpledger {
namespace {

std::uint32_t watched_lines_per_group(const L1Parameters& l1) {
  const auto lines = static_cast<std::uint32_t>(l1.bytes / kLineBytes);
  return std::max(lines / SmCounts::kGroupsPerL1 / SmCounts::kReuseSampling, 1U);
}

/// Uses another hash than LineIndex and the sets, so that watched lines spread over them.
bool watched(std::uint64_t line) {
  static_assert(SmCounts::kReuseSampling == 4, "two bits of the hash");
  return line * 0xd1342543de82ef95 >> 62 == 0;
}

std::uint64_t sector_count(std::uint8_t sectors) { return static_cast<std::uint64_t>(std::popcount(sectors)); }

}  // namespace

SmCaches::SmCaches(const L1Parameters& parameters)
    : clock_(parameters.clock),
      l1_({.lines = parameters.bytes / kLineBytes, .sets = parameters.sets}),
      // more than an SM's warps can store within the window
      pending_stores_({.lines = 4096, .lifetime = parameters.write_window_cycles}),
      reuse_(SmCounts::kGroups, watched_lines_per_group(parameters)) {}

Passage SmCaches::request(const Pattern& pattern, std::uint64_t base_line, std::uint64_t now, bool waited) {
  if (pattern.kind == AccessKind::load) {
    std::uint64_t data_there = now + clock_.hit_cycles;
    for (const LineTouch& touch : pattern.lines) data_there = std::max(data_there, load(touch, base_line, now));
    count_conflicts(pattern, data_there > now + clock_.hit_cycles);
    return {now + std::max(pattern.wavefronts, 1U), data_there + pattern.wavefronts};
  }
  if (pattern.kind == AccessKind::store) {
    for (const LineTouch& touch : pattern.lines) store(base_line + touch.line, touch.sectors, now);
    count_conflicts(pattern, waited);
  }
  return {now + std::max(pattern.wavefronts, clock_.store_cycles), now};
}

std::uint64_t SmCaches::load(const LineTouch& touch, std::uint64_t base_line, std::uint64_t now) {
  const std::uint64_t line = base_line + touch.line;
  if (watched(line))
    if (const auto group = reuse_.use(line)) ++counts_.reuses[*group];
  const std::uint8_t missing = l1_.touch(line, touch.sectors, now);
  if (missing == 0) return l1_.arrival();
  const std::uint64_t sectors = sector_count(missing);
  ++counts_.l1_missed_lines;
  counts_.l1_read_sectors += sectors;
  counts_.loaded_sectors += loaded_.insert(line, missing);
  filled_sectors_ = std::max(filled_sectors_, now * clock_.fill_sectors_per_cycle) + sectors;
  // Knuth's linear congruential generator (MMIX), so that runs are reproducible.
  random_ = random_ * 6364136223846793005 + 1442695040888963407;
  const std::uint64_t jitter = (random_ >> 32) * (2 * clock_.miss_jitter_cycles + 1) >> 32;
  return l1_.arrival() =
             filled_sectors_ / clock_.fill_sectors_per_cycle + clock_.miss_cycles - clock_.miss_jitter_cycles + jitter;
}

void SmCaches::store(std::uint64_t line, std::uint8_t sectors, std::uint64_t now) {
  const std::uint8_t unmerged = pending_stores_.touch(line, sectors, now);
  if (unmerged == 0) return;
  counts_.l1_written_sectors += sector_count(unmerged);
  counts_.stored_sectors += stored_.insert(line, unmerged);
}

void SmCaches::count_conflicts(const Pattern& pattern, bool overlapped) {
  const std::uint32_t least_wavefronts = pattern.wavefronts - pattern.conflicts;
  const std::uint32_t hidden = std::max(tag_cycles(pattern), least_wavefronts) - least_wavefronts;
  const std::uint32_t fewest = pattern.conflicts - std::min(hidden, pattern.conflicts);
  counts_.global_conflicts += overlapped ? fewest : pattern.conflicts;
  counts_.global_conflicts_least += fewest;
}

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
