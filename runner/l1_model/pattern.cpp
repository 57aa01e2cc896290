#include "l1_model/pattern.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "l1_model/bank_conflicts.h"

namespace warpledger {
namespace {

std::vector<LineTouch> touched_lines(const WarpAccess& access) {
  // A lane's 16 bytes or less lie in one sector, or, where the source does not align them, in two.
  std::array<std::uint64_t, 64> sectors;  // the first `count` are set
  std::size_t count = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(access.active >> lane & 1)) continue;
    const std::uint64_t first = access.address[lane] >> kSectorShift;
    const std::uint64_t last = (access.address[lane] + access.bytes - 1) >> kSectorShift;
    sectors[count++] = first;
    if (last != first) sectors[count++] = last;
  }
  std::sort(sectors.begin(), sectors.begin() + count);
  constexpr unsigned kSectorsPerLineShift = kLineShift - kSectorShift;
  const std::uint64_t base = sectors[0] >> kSectorsPerLineShift;
  std::vector<LineTouch> lines;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t line = (sectors[i] >> kSectorsPerLineShift) - base;
    if (lines.empty() || lines.back().line != line) lines.push_back({line, 0});
    lines.back().sectors = static_cast<std::uint8_t>(lines.back().sectors | 1U << (sectors[i] & 3));
  }
  return lines;
}

/// Local memory interleaves the words of a warp's threads: word i of all 32 threads is one line (CUDA C++ Programming
/// Guide, Device Memory Accesses, Local Memory). The lanes are taken to access the same variable.
std::uint32_t local_sectors(const WarpAccess& access) {
  std::uint32_t groups_of_8_lanes = 0;
  for (unsigned first = 0; first < 32; first += 8) groups_of_8_lanes += (access.active >> first & 0xff) != 0;
  return groups_of_8_lanes * std::max(access.bytes / 4, 1U);
}

}  // namespace

Pattern make_pattern(const WarpAccess& access) {
  Pattern pattern{
      .space = access.space, .kind = access.kind, .lanes = static_cast<std::uint32_t>(std::popcount(access.active))};
  if (access.space == Space::global || access.space == Space::shared) {
    pattern.wavefronts = wavefronts(access);
    pattern.conflicts = pattern.wavefronts - least_wavefronts(access);
  }
  if (access.space == Space::local) pattern.sectors = local_sectors(access);
  if (access.space == Space::global) {
    pattern.lines = touched_lines(access);
    for (const LineTouch& touch : pattern.lines)
      pattern.sectors += static_cast<std::uint32_t>(std::popcount(touch.sectors));
  }
  return pattern;
}

std::uint64_t base_line(const WarpAccess& access) {
  std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
  for (unsigned lane = 0; lane < 32; ++lane)
    if (access.active >> lane & 1) lowest = std::min(lowest, access.address[lane]);
  return lowest >> kLineShift;
}

}  // namespace warpledger
