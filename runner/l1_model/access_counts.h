#pragma once

#include <array>
#include <cstdint>

#include "l1_model/pattern.h"
#include "l1_model/warp_access.h"

namespace warpledger {

/// Sums over requests.
struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t lane_accesses = 0;
  std::uint64_t sectors = 0;    ///< of each request, whether or not another one touched them
  std::uint64_t conflicts = 0;  ///< wavefronts above the least, see wavefronts()

  AccessCounts& operator+=(const AccessCounts& other) {
    requests += other.requests;
    lane_accesses += other.lane_accesses;
    sectors += other.sectors;
    conflicts += other.conflicts;
    return *this;
  }
  bool operator==(const AccessCounts&) const = default;
};

/// The sums of each memory space and kind of access.
class AccessTotals {
 public:
  const AccessCounts& of(Space space, AccessKind kind) const { return counts_[index(space, kind)]; }

  void add(const Pattern& pattern) {
    counts_[index(pattern.space, pattern.kind)] += {1, pattern.lanes, pattern.sectors, pattern.conflicts};
  }

  AccessTotals& operator+=(const AccessTotals& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    return *this;
  }
  bool operator==(const AccessTotals&) const = default;

 private:
  static constexpr std::size_t kKinds = 3;
  static constexpr std::size_t kSpaces = 4;
  static std::size_t index(Space space, AccessKind kind) {
    return static_cast<std::size_t>(space) * kKinds + static_cast<std::size_t>(kind);
  }

  std::array<AccessCounts, kSpaces * kKinds> counts_{};
};

}  // namespace warpledger
