#include "l1_model/sm_counts.h"

namespace warpledger {

SmCounts& SmCounts::operator+=(const SmCounts& other) {
  accesses += other.accesses;
  global_conflicts += other.global_conflicts;
  global_conflicts_least += other.global_conflicts_least;
  l1_missed_lines += other.l1_missed_lines;
  l1_read_sectors += other.l1_read_sectors;
  loaded_sectors += other.loaded_sectors;
  l1_written_sectors += other.l1_written_sectors;
  stored_sectors += other.stored_sectors;
  for (std::size_t group = 0; group < reuses.size(); ++group) reuses[group] += other.reuses[group];
  return *this;
}

double SmCounts::pressure() const {
  std::uint64_t farther = 0;
  for (std::uint32_t group = kGroups; group > 0; --group) {
    farther += kReuseSampling * reuses[group - 1];
    if (farther * 100 > l1_missed_lines) return static_cast<double>(group) / kGroupsPerL1;
  }
  return 0;
}

double SmCounts::miss_share() const {
  const std::uint64_t asked = accesses.of(Space::global, AccessKind::load).sectors;
  return asked == 0 ? 0 : static_cast<double>(l1_read_sectors) / static_cast<double>(asked);
}

}  // namespace warpledger
