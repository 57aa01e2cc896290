#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "l1_model/pattern_table.h"

namespace warpledger {

struct AccessCounts {
  std::uint64_t requests = 0;
  std::uint64_t lane_accesses = 0;
  std::uint64_t sectors = 0;    ///< distinct within each request
  std::uint64_t conflicts = 0;  ///< wavefronts above least_wavefronts()

  AccessCounts& operator+=(const AccessCounts& other) {
    requests += other.requests;
    lane_accesses += other.lane_accesses;
    sectors += other.sectors;
    conflicts += other.conflicts;
    return *this;
  }
  bool operator==(const AccessCounts&) const = default;
};

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

struct Request {
  std::uint64_t base_line = 0;  ///< address / 128
  std::uint32_t pattern = 0;    ///< for BlockTrace::pattern(), or kBarrier: wait for the block's other warps
};

inline constexpr std::uint32_t kBarrier = std::numeric_limits<std::uint32_t>::max();

/// Memory accesses of a block's warps. A global access takes 16 bytes. Its pattern is in the shared table; if that is
/// full, an irregular one is in the block (up to 600 bytes). Accesses to other memory bypass the cache and are only
/// counted.
class BlockTrace {
 public:
  /// `patterns` is shared by the blocks of one OS thread and must outlive them.
  BlockTrace(PatternTable& patterns, std::uint32_t warps);

  /// Appends an access in program order. At least one lane is active.
  void add(std::uint32_t warp, const WarpAccess& access);

  void barrier(std::uint32_t warp);

  std::uint32_t warps() const { return static_cast<std::uint32_t>(requests_.size()); }

  const std::vector<Request>& requests(std::uint32_t warp) const { return requests_[warp]; }

  /// `request` must not be a barrier.
  const Pattern& pattern(const Request& request) const {
    return request.pattern < kFirstOwn ? (*patterns_)[request.pattern] : own_[request.pattern - kFirstOwn];
  }

  const AccessTotals& totals() const { return totals_; }

 private:
  static constexpr std::uint32_t kFirstOwn = std::uint32_t{1} << 31;

  PatternTable* patterns_;
  std::deque<Pattern> own_;
  std::vector<std::vector<Request>> requests_;  ///< by warp
  AccessTotals totals_;
};

}  // namespace warpledger
