#pragma once

#include <cstdint>
#include <vector>

#include "l1_model/warp_access.h"

namespace warpledger {

/// L1 lines of 128 bytes hold four sectors of 32 bytes each (CUDA C++ Programming Guide, and Nsight Compute's
/// definitions of its L1 metrics; the same since Volta).
inline constexpr unsigned kLineShift = 7;
inline constexpr unsigned kSectorShift = 5;
inline constexpr std::uint64_t kLineBytes = std::uint64_t{1} << kLineShift;

/// A line that a request touches.
struct LineTouch {
  std::uint64_t line = 0;    ///< counted from the request's base line
  std::uint8_t sectors = 0;  ///< bit i: bytes 32 i to 32 i + 31 of the line
  bool operator==(const LineTouch&) const = default;
};

/// What requests have in common whose addresses differ by whole lines only.
struct Pattern {
  Space space = Space::global;
  AccessKind kind = AccessKind::load;
  std::uint32_t lanes = 0;       ///< that take part
  std::uint32_t sectors = 0;     ///< distinct 32-byte sectors; global and local memory only
  std::uint32_t wavefronts = 0;  ///< wavefronts(); global and shared memory only
  std::uint32_t conflicts = 0;   ///< wavefronts above least_wavefronts()
  std::vector<LineTouch> lines;  ///< in ascending order, the first one is the base line; global memory only
};

/// The L1 looks up so many tags a cycle (NVIDIA's description of Volta's L1; on an H200, the conflicts of requests that
/// miss agree).
inline constexpr std::uint32_t kTagsPerCycle = 4;

/// Cycles that the tags of a request to global memory take.
inline std::uint32_t tag_cycles(const Pattern& pattern) {
  return (static_cast<std::uint32_t>(pattern.lines.size()) + kTagsPerCycle - 1) / kTagsPerCycle;
}

/// The pattern of one access.
Pattern make_pattern(const WarpAccess& access);

/// The line of the lowest address: what Pattern::lines count from.
std::uint64_t base_line(const WarpAccess& access);

}  // namespace warpledger
