#include "l1_model/pattern_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace warpledger {
namespace {

std::vector<LineTouch> touched_lines(const WarpAccess& access) {
  // The at most 16 bytes of a lane are in one sector, or in two if unaligned.
  std::array<std::uint64_t, 64> sectors;
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
/// Guide, Device Memory Accesses, Local Memory). All lanes are assumed to access the same variable.
std::uint32_t local_sectors(const WarpAccess& access) {
  std::uint32_t groups_of_8_lanes = 0;
  for (unsigned first = 0; first < 32; first += 8) groups_of_8_lanes += (access.active >> first & 0xff) != 0;
  return groups_of_8_lanes * std::max(access.bytes / 4, 1U);
}

constexpr unsigned kRecentBits = 10;
constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Fibonacci hashing: 2^64 / golden ratio spreads keys that differ in few bits.
constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;

std::uint32_t shape(const WarpAccess& access) {
  return access.bytes << 4 | static_cast<std::uint32_t>(access.space) << 2 | static_cast<std::uint32_t>(access.kind);
}

/// Returns stride, offset in the line and shape if all lanes are active at one stride; else nullopt.
std::optional<std::uint64_t> affine_key(const WarpAccess& access) {
  if (access.active != 0xffffffff) return std::nullopt;
  const std::uint64_t stride = access.address[1] - access.address[0];
  // Branch-free over all lanes, so that the compiler vectorizes the loop.
  std::uint64_t off = 0;
  std::uint64_t expected = access.address[0];
  for (std::size_t lane = 0; lane < 32; ++lane, expected += stride) off |= access.address[lane] ^ expected;
  const bool narrow = static_cast<std::int64_t>(stride) == static_cast<std::int32_t>(stride);
  if (off != 0 || !narrow) return std::nullopt;
  return stride << 32 | (access.address[0] % kLineBytes) << 16 | shape(access);
}

constexpr unsigned kBanks = 32;
constexpr unsigned kWordBytes = 4;

/// Returns the maximum number of distinct words in one bank, for lanes `first` to `first + lanes - 1`.
std::uint32_t most_in_a_bank(const WarpAccess& access, unsigned first, unsigned lanes) {
  // 8 lanes of 16 bytes access 32 words; unaligned lanes of any size access one more each.
  std::array<std::array<std::uint64_t, std::size_t{2} * kBanks>, kBanks> words;
  std::array<std::uint32_t, kBanks> in_bank{};
  for (unsigned lane = first; lane < first + lanes; ++lane) {
    if (!(access.active >> lane & 1)) continue;
    const std::uint64_t last = (access.address[lane] + access.bytes - 1) / kWordBytes;
    for (std::uint64_t word = access.address[lane] / kWordBytes; word <= last; ++word) {
      auto& bank = words[word % kBanks];
      std::uint32_t& count = in_bank[word % kBanks];
      if (std::find(bank.begin(), bank.begin() + count, word) == bank.begin() + count) bank[count++] = word;
    }
  }
  return *std::max_element(in_bank.begin(), in_bank.end());
}

unsigned lanes_together(const WarpAccess& access) { return access.bytes == 16 ? 8 : access.bytes == 8 ? 16 : 32; }

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

PatternTable::PatternTable() : recent_(std::size_t{1} << kRecentBits, Recent{0, kNone}) {}

PatternTable::Match PatternTable::find_or_add(const WarpAccess& access) {
  const std::optional<std::uint64_t> key = affine_key(access);
  if (!key) {
    const std::uint64_t line = base_line(access);
    return {line, find_or_add_irregular(access, line)};
  }
  Recent& recent = recent_[*key * kSpread >> (64 - kRecentBits)];
  if (recent.key != *key || recent.number == kNone) recent = {*key, find_or_add_affine(access, *key)};
  return {std::min(access.address[0], access.address[31]) >> kLineShift, recent.number};
}

std::uint32_t PatternTable::add(const WarpAccess& access) {
  patterns_.push_back(make_pattern(access));
  return static_cast<std::uint32_t>(patterns_.size() - 1);
}

std::uint32_t PatternTable::find_or_add_affine(const WarpAccess& access, std::uint64_t key) {
  const auto known = affine_.find(key);
  if (known != affine_.end()) return known->second;
  return affine_[key] = add(access);
}

std::optional<std::uint32_t> PatternTable::find_or_add_irregular(const WarpAccess& access, std::uint64_t line) {
  Irregular relative{.active = access.active, .shape = shape(access)};
  for (unsigned lane = 0; lane < 32; ++lane)
    if (access.active >> lane & 1) relative.address[lane] = access.address[lane] - (line << kLineShift);
  const auto known = irregular_.find(relative);
  if (known != irregular_.end()) return known->second;
  if (irregular_.size() == kMaxIrregular) return std::nullopt;
  return irregular_[relative] = add(access);
}

std::size_t PatternTable::IrregularHash::operator()(const Irregular& access) const {
  std::uint64_t hash = access.active * kSpread + access.shape;
  for (const std::uint64_t address : access.address) hash = std::rotl(hash ^ address, 23) * kSpread;
  return hash;
}

std::uint32_t wavefronts(const WarpAccess& access) {
  const unsigned lanes = lanes_together(access);
  std::uint32_t cycles = 0;
  for (unsigned first = 0; first < 32; first += lanes) cycles += most_in_a_bank(access, first, lanes);
  return cycles;
}

std::uint32_t least_wavefronts(const WarpAccess& access) {
  const unsigned lanes = lanes_together(access);
  const std::uint32_t group = lanes == 32 ? ~0U : (1U << lanes) - 1;
  std::uint32_t cycles = 0;
  for (unsigned first = 0; first < 32; first += lanes) cycles += (access.active >> first & group) != 0;
  return cycles;
}

}  // namespace warpledger
